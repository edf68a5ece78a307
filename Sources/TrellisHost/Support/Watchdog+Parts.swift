import NIOCore
import NIOPosix

extension Watchdog.Part {
    /// The event loops, which serve the control socket.
    static let eventLoops = MultiThreadedEventLoopGroup.singleton.makeIterator().enumerated().map { number, loop in
        Self(name: "event loop \(number)") { answer in loop.execute { answer.signal() } }
    }

    /// Swift's thread pool, on which the daemon's own tasks run.
    static let sharedThreads = Self(name: "the shared threads") { answer in
        // Unstructured, because the watchdog must not wait for the task, which may never run.
        Task.detached(executorPreference: globalConcurrentExecutor) { answer.signal() }
    }

    /// The task that supervises the plugins.
    static func supervisor(of plugins: PluginHost) -> Self {
        Self(name: "the supervisor of the plugins") { plugins.loop.post(.probe($0)) }
    }
}

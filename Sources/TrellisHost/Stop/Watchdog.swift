import HostSupport
import NIOCore
import NIOPosix
import Trellis

/// Sends keep-alive messages to systemd's watchdog (`WatchdogSec=`, systemd.service(5)) while every part of the daemon
/// makes progress, and triggers the watchdog with the names of the parts that do not.
///
/// A part is probed by a piece of work that it has to execute. A stalled plugin is none of the parts, because it does
/// not affect others: ``PluginHost/watchStalls()`` ends it.
struct Watchdog: Sendable {
    /// A part of the daemon that all clients depend on.
    struct Part: Sendable {
        /// The name, for the operator.
        let name: String

        /// Lets the part signal an event.
        let probe: @Sendable (_ answer: OneShotEvent) -> Void
    }

    /// The watchdog timeout.
    let interval: Duration

    /// The clock for the pauses between messages, and for the time that the parts have to answer.
    let clock: WallClock

    /// The parts.
    let parts: [Part]

    /// Sends a keep-alive message.
    let notify: @Sendable () -> Void

    /// Ends the process, given the parts that have not answered.
    let trigger: @Sendable (_ silent: [Part]) -> Void

    /// Sends a message every half timeout, as sd_watchdog_enabled(3) recommends, until a part does not answer or the
    /// task is cancelled.
    ///
    /// A part has 2/5 of the timeout, so that the daemon names it before systemd ends the daemon without a reason.
    func run() async {
        repeat {
            let silent = await silentParts(within: interval * 2 / 5)
            if Task.isCancelled { return }
            guard silent.isEmpty else { return trigger(silent) }
            notify()
        } while (try? await clock.sleep(interval / 2)) != nil
    }

    /// Probes all parts, and returns those that have not answered within a limit.
    private func silentParts(within limit: Duration) async -> [Part] {
        let answers = parts.map { part in
            let answer = OneShotEvent()
            part.probe(answer)
            return answer
        }
        await firstResult(
            of: { for answer in answers { await answer.wait() } }, { [clock] in try? await clock.sleep(limit) })
        return zip(parts, answers).filter { !$1.isSignaled }.map(\.0)
    }
}

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

import CAttribution
import DequeModule
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Runs the tasks of one plugin, on threads that all plugins share.
///
/// While a thread works for the plugin, it bears the plugin's name, so that a crash has one. What leaves the executor loses
/// the name: a bare `Task {}`, the main actor, an actor with an executor of its own, a library's own threads.
///
/// At most as many threads as the machine has processors work for one plugin at once, as in Swift's own pool. A plugin that
/// blocks all of its threads keeps itself waiting, and nobody else.
final class PluginExecutor: TaskExecutor {
    private struct State {
        /// What waits for a thread, in the order in which it came.
        var jobs = Deque<UnownedJob>()

        /// How many threads work for the plugin.
        var workers = 0
    }

    /// The threads: libdispatch's, which are as many as there is work for.
    private static let threads = DispatchQueue(label: "trellis.plugins", attributes: .concurrent)

    /// How many threads may work for a plugin.
    private static let maximumWorkers = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// The plugin's name, as the crash handler reads it.
    ///
    /// It is never freed, because a crash may come at any time; there are as many as there are plugins.
    private let name: UnsafePointer<CChar>

    private let state = Mutex(State())

    /// Creates an executor.
    /// - Parameter plugin: The plugin's name.
    init(plugin: String) {
        guard let copy = strdup(plugin) else { preconditionFailure("out of memory for the name of a plugin") }
        name = UnsafePointer(copy)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsWorker = state.withLock { state in
            state.jobs.append(job)
            if state.workers == Self.maximumWorkers { return false }
            state.workers += 1
            return true
        }
        if needsWorker { Self.threads.async { self.work() } }
    }

    /// Runs what waits, until nothing does: a thread goes from one job to the next without the way over libdispatch.
    private func work() {
        let before = attribution_enter(name)
        while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
        attribution_enter(before)
    }

    /// The next job; nil when the thread that asks is to cease.
    private func nextJob() -> UnownedJob? {
        state.withLock { state in
            let job = state.jobs.popFirst()
            if job == nil { state.workers -= 1 }
            return job
        }
    }
}

// What makes it safe: the pointer is set once, and what it points to is never changed nor freed.
extension PluginExecutor: @unchecked Sendable {}

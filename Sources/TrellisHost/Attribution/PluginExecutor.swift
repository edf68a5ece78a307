import CAttribution
import DequeModule
import Dispatch
import Foundation
import Glibc
import Synchronization
import Trellis

/// Runs the tasks of one plugin on threads outside Swift's pool.
///
/// A thread is tagged with the plugin's name while it works for the plugin, and a crash on this thread is attributed to
/// the plugin. Code outside the executor is not tagged: a bare `Task {}`, the main actor, an actor with a custom
/// executor, a library.
///
/// The number of threads per plugin is limited to the number of processors, as in Swift's pool. A plugin that blocks
/// all of its threads does not affect others.
final class PluginExecutor: CallExecutor {
    private enum Work {
        case job(UnownedJob)
        /// Creates a task, whose first job runs next.
        case start(@Sendable () -> Void)
    }

    /// The first job of a task that a thread creates.
    private struct FirstJob {
        /// The task's executor, which the thread retains while it runs the executor's work.
        let executor: Unmanaged<PluginExecutor>
        var job: UnownedJob?
    }

    private struct State {
        /// The queued work, in order of arrival.
        var waiting = Deque<Work>()

        /// The idle dispatch queues.
        var idle = Array(0..<PluginExecutor.maximumWorkers)
    }

    /// The maximum number of threads per plugin.
    private static let maximumWorkers = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// One serial dispatch queue per thread.
    ///
    /// libdispatch always provides a thread for a serial queue. Concurrent queues and Swift's pool get no further
    /// thread while all processors are busy, so a plugin with long computations would block the daemon.
    private let queues = (0..<maximumWorkers).map { DispatchQueue(label: "trellis.plugin.\($0)") }

    /// The plugin's name, for the crash handler.
    ///
    /// The memory is never freed, because a crash may happen at any time.
    private let name: UnsafePointer<CChar>

    private let state = Mutex(State())

    /// Creates the executor of a plugin, without threads.
    /// - Parameter plugin: The plugin's name.
    init(plugin: String) {
        guard let copy = strdup(plugin) else { preconditionFailure("out of memory for the name of a plugin") }
        name = UnsafePointer(copy)
    }

    /// Whether the plugin's code is running or blocked on any thread.
    var isBusy: Bool { state.withLock { $0.idle.count < Self.maximumWorkers } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !catchFirst(job) { append(.job(job)) }
    }

    func begin(_ start: @escaping @Sendable () -> Void) {
        append(.start(start))
    }

    private func append(_ work: Work) {
        // The executor is retained before another thread can take the work. Otherwise only the task would reference the
        // executor, and the task may have ended on another thread when the lock is released.
        let worker = state.withLock { state -> (executor: Unmanaged<PluginExecutor>, queue: Int)? in
            state.waiting.append(work)
            return state.idle.popLast().map { (.passRetained(self), $0) }
        }
        guard let worker else { return }
        queues[worker.queue].async { worker.executor.takeRetainedValue().work(on: worker.queue) }
    }

    /// Runs queued work until the queue is empty, without a return to libdispatch between jobs.
    private func work(on queue: Int) {
        let before = attribution_enter(name)
        while let work = next(on: queue) {
            let job: UnownedJob? =
                switch work {
                case .job(let job): job
                case .start(let start): firstJob(of: start)
                }
            job?.runSynchronously(on: asUnownedTaskExecutor())
        }
        attribution_enter(before)
    }

    /// The next work; nil when the dispatch queue becomes idle.
    private func next(on queue: Int) -> Work? {
        state.withLock { state in
            let work = state.waiting.popFirst()
            if work == nil { state.idle.append(queue) }
            return work
        }
    }

    /// Creates a task and returns its first job instead of enqueuing it.
    private func firstJob(of start: () -> Void) -> UnownedJob? {
        var first = FirstJob(executor: .passUnretained(self))
        withUnsafeMutablePointer(to: &first) { pointer in
            let before = thread_slot_exchange(pointer)
            start()
            thread_slot_exchange(before)
        }
        return first.job
    }

    /// Stores a job in the slot of ``firstJob(of:)``, if that function creates a task on this thread.
    private func catchFirst(_ job: UnownedJob) -> Bool {
        // Safe: only ``firstJob(of:)`` sets the slot, and resets it while the pointer is valid.
        guard let slot = thread_slot_exchange(nil) else { return false }
        thread_slot_exchange(slot)
        let first = slot.assumingMemoryBound(to: FirstJob.self)
        guard first.pointee.executor.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), first.pointee.job == nil
        else { return false }
        first.pointee.job = job
        return true
    }
}

// Safe: the pointer is set once, and its target is never changed or freed.
extension PluginExecutor: @unchecked Sendable {}

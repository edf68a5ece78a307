import CAttribution
import DequeModule
import Dispatch
import Foundation
import Glibc
import Synchronization
import Trellis

/// Runs the tasks of one plugin, on threads that are not those of Swift's own pool.
///
/// While a thread works for the plugin, it bears the plugin's name, so that a crash has one. What leaves the executor
/// loses the name: a bare `Task {}`, the main actor, an actor with an executor of its own, a library's own threads.
///
/// At most as many threads as the machine has processors work for one plugin at once, as in Swift's own pool. A plugin
/// that blocks all of its threads keeps itself waiting, and nobody else.
final class PluginExecutor: CallExecutor {
    private enum Work {
        case job(UnownedJob)
        /// Makes a task, whose first job is run next.
        case start(@Sendable () -> Void)
    }

    /// Where a thread that makes a task finds its first job.
    private struct FirstJob {
        /// The task's executor, alive as long as the thread works for it.
        let executor: Unmanaged<PluginExecutor>
        var job: UnownedJob?
    }

    private struct State {
        /// What waits for a thread, in the order in which it came.
        var waiting = Deque<Work>()

        /// The queues on which no thread works for the plugin.
        var idle = Array(0..<PluginExecutor.maximumWorkers)
    }

    /// The maximum number of threads that work for a plugin.
    private static let maximumWorkers = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// A queue for each thread.
    ///
    /// libdispatch gives a serial queue a thread whatever the others do. Concurrent queues, and Swift's own pool, get no
    /// thread while as many are busy as there are processors, so a plugin that computes would keep the whole daemon waiting.
    private let queues = (0..<maximumWorkers).map { DispatchQueue(label: "trellis.plugin.\($0)") }

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

    /// Whether a thread works for the plugin, or is blocked by it.
    var isBusy: Bool { state.withLock { $0.idle.count < Self.maximumWorkers } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !catchFirst(job) { append(.job(job)) }
    }

    func begin(_ start: @escaping @Sendable () -> Void) {
        append(.start(start))
    }

    private func append(_ work: Work) {
        // Retained before the work can be taken: who enqueues a job does not hold the executor, its task does, and that may have
        // ended on another thread by the time the lock is free.
        let worker = state.withLock { state -> (executor: Unmanaged<PluginExecutor>, queue: Int)? in
            state.waiting.append(work)
            return state.idle.popLast().map { (.passRetained(self), $0) }
        }
        guard let worker else { return }
        queues[worker.queue].async { worker.executor.takeRetainedValue().work(on: worker.queue) }
    }

    /// Runs what waits, until nothing does: a thread goes from one job to the next without the way over libdispatch.
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

    /// What is to be done next; nil when the thread of the queue is to cease.
    private func next(on queue: Int) -> Work? {
        state.withLock { state in
            let work = state.waiting.popFirst()
            if work == nil { state.idle.append(queue) }
            return work
        }
    }

    /// Makes a task, and gives its first job, which is not queued.
    private func firstJob(of start: () -> Void) -> UnownedJob? {
        var first = FirstJob(executor: .passUnretained(self))
        withUnsafeMutablePointer(to: &first) { place in
            let before = thread_slot_exchange(place)
            start()
            thread_slot_exchange(before)
        }
        return first.job
    }

    /// Gives a job to the thread's caller, if that is making a task of this executor.
    private func catchFirst(_ job: UnownedJob) -> Bool {
        // Nobody but ``firstJob(of:)`` puts anything in the slot, and not for longer than the place exists.
        guard let slot = thread_slot_exchange(nil) else { return false }
        thread_slot_exchange(slot)
        let place = slot.assumingMemoryBound(to: FirstJob.self)
        guard place.pointee.executor.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), place.pointee.job == nil
        else { return false }
        place.pointee.job = job
        return true
    }
}

// What makes it safe: the pointer is set once, and what it points to is never changed nor freed.
extension PluginExecutor: @unchecked Sendable {}

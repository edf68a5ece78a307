import CAttribution
import Dispatch
import Foundation
import Glibc
import NIOPosix
import Synchronization
import Trellis

/// Runs the tasks of one plugin on threads outside Swift's pool.
///
/// A thread is tagged with the plugin's name while it works for the plugin, and a crash on this thread is attributed to
/// the plugin. Other code is tagged only if it runs in ``attribute(_:)``, not in a bare `Task {}`, on the main actor, on
/// an actor with a custom executor, or in a library.
///
/// The number of threads per plugin is limited to the number of processors, as in Swift's pool. A plugin that blocks
/// all of its threads does not affect others. The executor measures what the threads do (``usage``), and a stalled one
/// gets further threads (``relieve()``).
///
/// The calls of different users have turns: each user has a queue (``UserExecutor``), and so do the plugin's own tasks.
final class PluginExecutor: CallExecutor {
    private enum Work {
        /// A job, and the executor of the calls of its user; nil for a task of the plugin itself.
        case job(UnownedJob, UserExecutor?)
        /// Creates a task for a call of a user, whose first job runs next.
        case start(UInt32?, @Sendable (any TaskExecutor) -> Void)
    }

    /// The first job of a task that a thread creates.
    private struct FirstJob {
        /// The task's executor, which the thread retains while it runs the executor's work.
        let executor: ObjectIdentifier
        var job: UnownedJob?
    }

    private struct State {
        /// The queued work.
        var waiting = FairQueue<Work>()

        /// The idle dispatch queues.
        var idle = Array(0..<PluginExecutor.maximumWorkers)

        /// Whether a dispatch queue runs work.
        var isOccupied = [Bool](repeating: false, count: 2 * PluginExecutor.maximumWorkers)

        /// The thread of each dispatch queue, while it runs a job.
        var threads = [WorkerThread?](repeating: nil, count: 2 * PluginExecutor.maximumWorkers)

        /// Whether twice the number of threads is available.
        var isRelieved = false

        /// The threads outside the executor that run attributed functions, by their numbers.
        var foreign: [Int32: WorkerThread] = [:]

        /// The use of the threads, without the current jobs and attributed functions.
        var usage = ExecutorUsage()

        /// Takes an idle dispatch queue.
        mutating func occupy() -> Int? {
            guard let queue = idle.popLast() else { return nil }
            isOccupied[queue] = true
            return queue
        }
    }

    /// The maximum number of threads per plugin.
    static let maximumWorkers = max(2, ProcessInfo.processInfo.activeProcessorCount)

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

    /// Observes the jobs, in tests that interrupt them.
    let probe: ExecutionProbe?

    /// Creates the executor of a plugin, without threads.
    /// - Parameters:
    ///   - plugin: The plugin's name.
    ///   - probe: Observes the jobs. Default: none.
    init(plugin: String, probe: ExecutionProbe? = nil) {
        self.probe = probe
        guard let copy = strdup(plugin) else { preconditionFailure("out of memory for the name of a plugin") }
        name = UnsafePointer(copy)
    }

    /// Whether the plugin's code is running or blocked on any thread.
    var isBusy: Bool { state.withLock { $0.isOccupied.contains(true) } }

    /// The number of jobs that have begun, while all threads are occupied; otherwise nil.
    ///
    /// Two equal values mean that no other job has begun between them.
    var jobsWhileOccupied: Int? { state.withLock { $0.idle.isEmpty ? $0.usage.jobs : nil } }

    /// The threads that run jobs.
    var threads: [WorkerThread] { state.withLock { $0.threads.compactMap(\.self) } }

    /// The threads outside the executor that run attributed functions.
    var foreignThreads: [WorkerThread] { state.withLock { Array($0.foreign.values) } }

    /// The threads by which the plugin may block the whole daemon, with the longest first.
    ///
    /// These are the threads of the daemon that run attributed functions, or all threads of the plugin if all are
    /// occupied.
    ///
    /// - Parameter duration: The time for which a thread has been occupied at least.
    /// - Returns: The threads; none if the plugin does not block the daemon.
    func blockedThreads(for duration: Duration) -> [WorkerThread] {
        let now = WorkerThread.now
        let latest = now - min(now, UInt64(max(0, duration / .nanoseconds(1))))
        return state.withLock { state in
            let shared = state.foreign.values.filter { $0.isShared && $0.jobStart <= latest }
            if !shared.isEmpty { return shared.sorted { $0.jobStart < $1.jobStart } }
            let own = state.threads.compactMap(\.self)
            return state.idle.isEmpty && own.allSatisfy { $0.jobStart <= latest } ? own : []
        }
    }

    /// Whether the plugin was stalled in its current or last life.
    var isRelieved: Bool { state.withLock(\.isRelieved) }

    /// The use of the threads, with the current jobs and attributed functions.
    var usage: ExecutorUsage {
        state.withLock { state in
            var usage = state.usage
            usage.waitingJobs = state.waiting.count
            // The threads do not end under the lock.
            for thread in state.threads.compactMap(\.self) + state.foreign.values {
                usage.processorTime += thread.processorTime
                usage.longestJob = max(usage.longestJob, thread.jobDuration)
            }
            return usage
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), for: nil) }

    /// Queues a job of a call.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - user: The executor of the calls of its user; nil for a task of the plugin itself.
    func enqueue(_ job: UnownedJob, for user: UserExecutor?) {
        if !catchFirst(job, on: user ?? self) { append(.job(job, user), for: user?.userID) }
    }

    func begin(for userID: UInt32?, _ start: @escaping @Sendable (any TaskExecutor) -> Void) {
        append(.start(userID, start), for: userID)
    }

    func executor(for userID: UInt32?) -> any TaskExecutor { user(userID) ?? self }

    private func user(_ userID: UInt32?) -> UserExecutor? { userID.map { UserExecutor(of: $0, on: self) } }

    /// Calls a function on a thread of a library, tagged with the plugin's name.
    ///
    /// On a thread that is already tagged with this name, the function is only called.
    func attribute(_ body: () -> Void) {
        let before = attribution_enter(name)
        defer { attribution_enter(before) }
        if before == name { return body() }
        var thread = WorkerThread()
        thread.isShared =
            MultiThreadedEventLoopGroup.currentEventLoop != nil || withUnsafeCurrentTask { $0 != nil }
        let outer = state.withLock { [thread] in $0.foreign.updateValue(thread, forKey: thread.number) }
        body()
        state.withLock { [thread] state in
            state.foreign[thread.number] = outer
            state.usage.callbacks += 1
            state.usage.processorTime += thread.processorTime
            state.usage.longestJob = max(state.usage.longestJob, thread.jobDuration)
        }
    }

    private func append(_ work: Work, for userID: UInt32?) {
        // The executor is retained before another thread can take the work. Otherwise only the task would reference the
        // executor, and the task may have ended on another thread when the lock is released.
        let worker = state.withLock { state -> (executor: Unmanaged<PluginExecutor>, queue: Int)? in
            state.waiting.append(work, for: userID)
            return state.occupy().map { (.passRetained(self), $0) }
        }
        guard let worker else { return }
        queue(worker.queue).async { worker.executor.takeRetainedValue().work(on: worker.queue) }
    }

    private func queue(_ number: Int) -> DispatchQueue {
        number < queues.count ? queues[number] : DispatchQueue(label: "trellis.plugin.\(number)")
    }

    /// Provides as many further threads as the plugin has, because all of its threads are blocked.
    ///
    /// The work that waits can then end: calls are rejected, and cancelled tasks return.
    func relieve() {
        let started = state.withLock { state in
            state.usage.stalls += 1
            if !state.isRelieved {
                state.isRelieved = true
                state.idle += (Self.maximumWorkers..<2 * Self.maximumWorkers).filter { !state.isOccupied[$0] }
            }
            return (0..<state.waiting.count).compactMap { _ in state.occupy() }
        }
        for number in started { queue(number).async { self.work(on: number) } }
    }

    /// Withdraws the threads of ``relieve()``, each when it becomes idle.
    func endRelief() {
        state.withLock { state in
            state.isRelieved = false
            state.idle.removeAll { $0 >= Self.maximumWorkers }
        }
    }

    /// Runs queued work until the queue is empty, without a return to libdispatch between jobs.
    private func work(on queue: Int) {
        let before = attribution_enter(name)
        var thread = WorkerThread()
        while let work = next(on: queue, &thread) {
            probe?.beforeJob()
            switch work {
            case .job(let job, let user): run(job, for: user)
            case .start(let userID, let start):
                let user = user(userID)
                if let job = firstJob(of: start, for: user) { run(job, for: user) }
            }
        }
        attribution_enter(before)
    }

    /// Runs a job on the executor that its task prefers, which a task that ends may release.
    private func run(_ job: UnownedJob, for user: UserExecutor?) {
        guard let user else { return job.runSynchronously(on: asUnownedTaskExecutor()) }
        withExtendedLifetime(user) { job.runSynchronously(on: user.asUnownedTaskExecutor()) }
    }

    /// Ends the current job, and returns the next work; nil when the dispatch queue becomes idle.
    private func next(on queue: Int, _ thread: inout WorkerThread) -> Work? {
        let now = WorkerThread.now
        let jobStart = thread.jobStart
        thread.jobStart = now
        return state.withLock { [thread] state in
            state.usage.longestJob = max(state.usage.longestJob, WorkerThread.duration(from: jobStart, to: now))
            guard let work = state.waiting.popFirst() else {
                state.usage.processorTime += thread.processorTime
                state.threads[queue] = nil
                state.isOccupied[queue] = false
                if queue < Self.maximumWorkers || state.isRelieved { state.idle.append(queue) }
                return nil
            }
            state.usage.jobs += 1
            state.threads[queue] = thread
            return work
        }
    }

    /// Creates a task and returns its first job instead of enqueuing it.
    private func firstJob(of start: (any TaskExecutor) -> Void, for user: UserExecutor?) -> UnownedJob? {
        let executor: any TaskExecutor = user ?? self
        var first = FirstJob(executor: ObjectIdentifier(executor))
        withUnsafeMutablePointer(to: &first) { pointer in
            let before = thread_slot_exchange(pointer)
            start(executor)
            thread_slot_exchange(before)
        }
        return first.job
    }

    /// Stores a job in the slot of ``firstJob(of:for:)``, if that function creates a task on this thread.
    private func catchFirst(_ job: UnownedJob, on executor: any TaskExecutor) -> Bool {
        // Safe: only ``firstJob(of:for:)`` sets the slot, and resets it while the pointer is valid.
        guard let slot = thread_slot_exchange(nil) else { return false }
        thread_slot_exchange(slot)
        let first = slot.assumingMemoryBound(to: FirstJob.self)
        guard first.pointee.executor == ObjectIdentifier(executor), first.pointee.job == nil else { return false }
        first.pointee.job = job
        return true
    }
}

// Safe: the pointer is set once, and its target is never changed or freed.
extension PluginExecutor: @unchecked Sendable {}

/// Runs the calls of one user on the threads of a plugin.
///
/// A call and its child tasks prefer this executor, so that the plugin's executor knows the user of each job.
final class UserExecutor: TaskExecutor {
    /// The identifier of the user.
    let userID: UInt32

    private let plugin: PluginExecutor

    /// Creates the executor of a call.
    ///
    /// - Parameters:
    ///   - userID: The identifier of the user.
    ///   - plugin: The executor of the plugin.
    init(of userID: UInt32, on plugin: PluginExecutor) { (self.userID, self.plugin) = (userID, plugin) }

    func enqueue(_ job: consuming ExecutorJob) { plugin.enqueue(UnownedJob(job), for: self) }
}

/// Observes the executor of a plugin, for tests that interrupt the plugin before one of its jobs.
package struct ExecutionProbe: Sendable {
    /// The name of the plugin.
    package let plugin: String

    /// Called before each job, on its thread.
    package var beforeJob: @Sendable () -> Void

    /// Called when the plugin is to stop and has been interrupted: the code that starts it was cancelled, or the plugin runs
    /// and its services and calls are ending.
    package var interrupted: @Sendable () -> Void

    /// Creates a probe from its functions.
    package init(
        of plugin: String, beforeJob: @escaping @Sendable () -> Void, interrupted: @escaping @Sendable () -> Void = {}
    ) {
        (self.plugin, self.beforeJob, self.interrupted) = (plugin, beforeJob, interrupted)
    }
}

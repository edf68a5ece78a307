import Foundation
import HostSupport
import Synchronization
import Trellis

/// What is known about the runs of a job, from one life of its plugin to the next.
final class JobRecord: Sendable {
    /// A run that has ended.
    struct Run: Sendable {
        /// The time at which it began.
        var began: Date

        /// The time that it took.
        var duration: Duration

        /// The error that it threw; nil if it succeeded.
        var failure: String?

        /// Whether an operator requested it.
        var isRequested: Bool
    }

    /// The next run of a job, or the one in progress: operators can request it and wait for it.
    final class Turn: Sendable {
        /// Signaled when an operator requests the run.
        let requested = OneShotEvent()

        /// The run, after it has ended.
        let ended = OneShotResult<Run>()
    }

    private struct State {
        var interval: Duration
        var degradesPlugin: Bool
        var last: Run?
        var next: Date?
        var isRunning = false
        var turn = Turn()
        var reference: Duration?
    }

    /// Held by the generation that runs the job, so that two generations do not run it at the same time.
    let running = AsyncLock()

    private let state: Mutex<State>

    /// Creates the record of a job that has not run.
    init(of job: ScheduledJob) {
        state = Mutex(State(interval: job.interval, degradesPlugin: job.degradesPlugin))
    }

    /// Notes the values of the job after a reload.
    func update(_ job: ScheduledJob) {
        state.withLock { ($0.interval, $0.degradesPlugin) = (job.interval, job.degradesPlugin) }
    }

    /// The time between two runs.
    var interval: Duration { state.withLock(\.interval) }

    /// The error of the last run, if it degrades the plugin.
    var problem: String? { state.withLock { $0.degradesPlugin ? $0.last?.failure : nil } }

    /// The last run; nil if the job has not run.
    var last: Run? { state.withLock(\.last) }

    /// The time of the next run; nil during a run, and while the plugin does not run.
    var next: Date? {
        get { state.withLock(\.next) }
        set { state.withLock { $0.next = newValue } }
    }

    /// Whether a run is in progress.
    var isRunning: Bool { state.withLock(\.isRunning) }

    /// The next run, or the one in progress.
    var turn: Turn { state.withLock(\.turn) }

    /// The uptime from which the interval counts: the beginning of the last successful run; nil if it is not known in this life, or
    /// the last run failed.
    var reference: Duration? {
        get { state.withLock(\.reference) }
        set { state.withLock { $0.reference = newValue } }
    }

    /// Forgets when the job ran, because a life of the plugin begins.
    func beginLife() { state.withLock { $0.reference = nil } }

    /// Notes the beginning of a run.
    func noteBeginning() { state.withLock { ($0.isRunning, $0.next) = (true, nil) } }

    /// Notes that a run was cancelled, whose turn remains.
    func noteCancellation() { state.withLock { $0.isRunning = false } }

    /// Notes the end of a run, and resumes the operators that wait for it.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - uptime: The uptime at which it began.
    func noteEnd(of run: Run, begunAt uptime: Duration) {
        let turn = state.withLock { state in
            state.isRunning = false
            state.last = run
            state.reference = run.failure == nil ? uptime : nil
            defer { state.turn = Turn() }
            return state.turn
        }
        turn.ended.set(run)
    }
}

/// The records of the jobs of a plugin, which remain between its lives.
final class JobRecords: Sendable {
    private let records = Mutex<[String: JobRecord]>([:])

    /// The records by the names of the jobs, in alphabetical order.
    var all: [(name: String, record: JobRecord)] {
        records.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    /// The record of a job; nil if the plugin has no such job.
    subscript(name: String) -> JobRecord? { records.withLock { $0[name] } }

    /// The problem of the first job whose last run failed and degrades the plugin; nil if there is none.
    var problem: String? {
        all.lazy.compactMap { name, record in record.problem.map { "job \(name): \($0)" } }.first
    }

    /// Forgets when the jobs ran, because a life of the plugin begins.
    func beginLife() { for (_, record) in all { record.beginLife() } }

    /// Sets the jobs, and keeps the records of those that exist already.
    func set(_ jobs: [ScheduledJob]) {
        records.withLock { records in
            records = Dictionary(
                uniqueKeysWithValues: jobs.map { job in
                    let record = records[job.name] ?? JobRecord(of: job)
                    record.update(job)
                    return (job.name, record)
                })
        }
    }
}

extension ScheduledJob {
    /// Whether the plugin is degraded after a run that failed.
    fileprivate var degradesPlugin: Bool {
        if case .degradePlugin = onFailure { true } else { false }
    }
}

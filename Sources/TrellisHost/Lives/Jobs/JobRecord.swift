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

        /// Signaled when the run will not take place, because the plugin has stopped or has no such job any more.
        let withdrawn = OneShotEvent()

        /// The run, after it has ended.
        let ended = OneShotResult<Run>()
    }

    /// When a job is due, in the current life of its plugin.
    enum Due: Sendable {
        /// An interval after an uptime, and a random time later: the last run that succeeded.
        case after(Duration, jitter: Duration)

        /// At an uptime: the last run failed.
        case retry(at: Duration)
    }

    private struct State {
        var interval: Duration
        var degradesPlugin: Bool
        var last: Run?
        var due: Due?
        var deadline: Duration?
        var isRunning = false
        var turn = Turn()
        /// The generation whose run was the last one, if that failed.
        weak var failed: PluginGeneration?
    }

    /// Held by the generation that repeats the job, so that two generations do not run it at the same time.
    let repeating = AsyncLock()

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

    /// The last run; nil if the job has not run.
    var last: Run? { state.withLock(\.last) }

    /// The uptime of the next run; nil during a run, and while the plugin does not run.
    var deadline: Duration? {
        get { state.withLock(\.deadline) }
        set { state.withLock { $0.deadline = newValue } }
    }

    /// Whether a run is in progress.
    var isRunning: Bool { state.withLock(\.isRunning) }

    /// The next run, or the one in progress.
    var turn: Turn { state.withLock(\.turn) }

    /// When the job is due; nil if this is not known in the current life.
    var due: Due? {
        get { state.withLock(\.due) }
        set { state.withLock { $0.due = newValue } }
    }

    /// The error of the last run, if it was one of a generation, and degrades the plugin.
    func problem(in generation: PluginGeneration) -> String? {
        state.withLock { $0.degradesPlugin && $0.failed === generation ? $0.last?.failure : nil }
    }

    /// Forgets when the job is due and who has requested it, because a life of the plugin begins.
    func beginLife() {
        state.withLock { $0.due = nil }
        withdraw()
    }

    /// Tells the operators who wait for the next run that it will not take place.
    func withdraw() {
        let turn = state.withLock { state in
            defer { state.turn = Turn() }
            return state.turn
        }
        turn.withdrawn.signal()
    }

    /// Notes the beginning of a run.
    func noteBeginning() { state.withLock { ($0.isRunning, $0.deadline) = (true, nil) } }

    /// Notes that a run was cancelled: its turn remains, and what it has done is not known.
    func noteCancellation() { state.withLock { ($0.isRunning, $0.due) = (false, nil) } }

    /// Notes that the last run has done its work, although it failed.
    func noteLateSuccess(due: Due) { state.withLock { ($0.failed, $0.due) = (nil, due) } }

    /// Notes the end of a run, and resumes the operators who wait for it.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - generation: The generation that ran the job.
    ///   - due: When the job is due again; nil if the plugin fails with the run.
    func noteEnd(of run: Run, in generation: PluginGeneration, due: Due?) {
        let turn = state.withLock { state in
            (state.isRunning, state.last, state.due) = (false, run, due)
            state.failed = run.failure == nil ? nil : generation
            defer { state.turn = Turn() }
            return state.turn
        }
        turn.ended.set(run)
    }
}

/// The records of the jobs of a plugin, which remain between its lives.
final class JobRecords: Sendable {
    private struct State {
        /// The records of all jobs that the plugin has had, because a run may outlive the declaration of its job.
        var records: [String: JobRecord] = [:]
        var declared: Set<String> = []
    }

    private let state = Mutex(State())

    /// The records by the names of the jobs, in alphabetical order.
    var all: [(name: String, record: JobRecord)] {
        state.withLock { state in state.declared.sorted().compactMap { name in state.records[name].map { (name, $0) } }
        }
    }

    /// The record of a job; nil if the plugin has no such job.
    subscript(name: String) -> JobRecord? {
        state.withLock { $0.declared.contains(name) ? $0.records[name] : nil }
    }

    /// The problem of the first job whose last run failed in a generation and degrades the plugin; nil if there is none.
    func problem(in generation: PluginGeneration) -> String? {
        all.lazy.compactMap { name, record in record.problem(in: generation).map { "job \(name): \($0)" } }.first
    }

    /// Forgets when the jobs are due, because a life of the plugin begins.
    func beginLife() { for (_, record) in all { record.beginLife() } }

    /// Sets the jobs, and keeps the records of those that exist already.
    func set(_ jobs: [ScheduledJob]) {
        let removed = state.withLock { state in
            let removed = state.declared.subtracting(jobs.map(\.name)).compactMap { state.records[$0] }
            for job in jobs {
                if let record = state.records[job.name] {
                    record.update(job)
                } else {
                    state.records[job.name] = JobRecord(of: job)
                }
            }
            state.declared = Set(jobs.map(\.name))
            return removed
        }
        for record in removed { record.withdraw() }
    }
}

extension ScheduledJob {
    /// Whether the plugin is degraded after a run that failed.
    fileprivate var degradesPlugin: Bool {
        if case .degradePlugin = onFailure { true } else { false }
    }
}

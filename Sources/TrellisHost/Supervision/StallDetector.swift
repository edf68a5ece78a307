import Trellis

/// Detects that a plugin makes no progress, from samples of its executor.
///
/// Samples are counted instead of time, so that a machine that was suspended or overloaded between two samples causes
/// no stall.
struct StallDetector {
    /// The number of intervals without progress that are a stall.
    private let limit: Int

    /// The number of jobs at the last sample with progress; nil when a thread was idle.
    private var jobs: Int?

    /// The number of intervals since then.
    private var count = 0

    /// Creates a detector.
    ///
    /// - Parameters:
    ///   - limit: The time without progress.
    ///   - interval: The interval of the samples.
    init(limit: Duration, interval: Duration) {
        self.limit = max(1, Int((limit / interval).rounded(.up)))
    }

    /// Records a sample.
    ///
    /// - Parameter new: The number of jobs that have begun, if all threads are occupied.
    /// - Returns: Whether the plugin is stalled; true once for each stall.
    mutating func isStalled(at new: Int?) -> Bool {
        guard let new, new == jobs else {
            (jobs, count) = (new, 0)
            return false
        }
        count += 1
        return count == limit
    }
}

/// The reason for the failure of a plugin that makes no progress.
struct PluginStall: Error, CustomStringConvertible {
    /// The time without progress.
    let limit: Duration

    /// The threads of the plugin, with their numbers and states.
    let threads: [String]

    /// The methods of the calls in progress, each with its number of calls.
    let calls: [String]

    /// A sentence without a full stop.
    var description: String {
        "it made no progress for \(limit.systemdText) (stallLimit); all its threads are blocked: "
            + threads.joined(separator: ", ")
            + (calls.isEmpty ? "" : "; calls in progress: \(calls.joined(separator: ", "))")
    }

    /// The remedy.
    static let advice =
        "Its code must not block: use asynchronous functions, or increase stallLimit in its section of the configuration"
}

/// Finds the jobs of a plugin that occupy a thread for long, from samples of its executor.
///
/// A plugin with an idle thread is not stalled, but its code may block the other ones.
struct BlockedJobs {
    private struct Job: Hashable {
        let thread: Int32
        let start: UInt64
    }

    /// The jobs of the last sample.
    private var last: Set<Job> = []

    /// The jobs that have been reported and still run.
    private var reported: Set<Job> = []

    /// Records a sample.
    ///
    /// - Parameter threads: The threads that run jobs.
    /// - Returns: The threads whose job has run since the last sample, each once for its job.
    mutating func new(among threads: [WorkerThread]) -> [WorkerThread] {
        let current = threads.map { (Job(thread: $0.number, start: $0.jobStart), $0) }
        let new = current.filter { last.contains($0.0) && !reported.contains($0.0) }
        last = Set(current.map(\.0))
        reported = reported.intersection(last).union(new.map(\.0))
        return new.map(\.1)
    }
}

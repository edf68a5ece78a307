import Trellis

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

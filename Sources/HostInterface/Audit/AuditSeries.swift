/// A series of files of the audit log.
///
/// Each series has a separate limit on its size, so that records of one kind do not displace records of another kind.
/// The records of all series are numbered in one sequence.
///
/// A file has one JSON object per line, in the order of the numbers. When a file is full, it is renamed, and a new one is
/// started: `operate.jsonl` becomes `operate.1.jsonl`, and so on. The oldest file is replaced.
public enum AuditSeries: String, CaseIterable, Sendable {
    /// Calls that require the role `operate`.
    case operate

    /// Calls that require the role `administer`, and the starts and stops of the daemon.
    case administer

    /// Calls that were rejected.
    case refused

    /// The maximum size of a file in bytes: 64 MiB.
    public static let fileSize = 64 << 20

    /// The maximum number of files of a series: 4.
    public static let fileCount = 4

    /// Returns the name of a file of the series.
    ///
    /// - Parameter generation: 0 for the file that is being written, 1 for the previous one, up to ``fileCount`` - 1.
    /// - Returns: The name, such as `operate.1.jsonl`.
    public func fileName(_ generation: Int) -> String {
        generation == 0 ? "\(rawValue).jsonl" : "\(rawValue).\(generation).jsonl"
    }
}

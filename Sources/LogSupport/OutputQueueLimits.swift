/// The capacity of a queue of log entries that wait to be written.
///
/// Entries beyond the capacity are dropped and counted.
public struct OutputQueueLimits: Sendable, Hashable {
    /// The maximum number of waiting entries.
    ///
    /// Default: 8192.
    public var entries: Int
    /// The maximum number of waiting bytes.
    ///
    /// Default: 8 MiB. A single entry may be larger if no other entry waits.
    public var bytes: Int

    /// Creates limits.
    ///
    /// Each is at least 1.
    public init(entries: Int = 8192, bytes: Int = 8 << 20) {
        self.entries = max(1, entries)
        self.bytes = max(1, bytes)
    }
}

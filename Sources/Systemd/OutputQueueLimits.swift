/// How much may wait to be written to the journal or the console.
///
/// What comes when this is reached is dropped and counted.
public struct OutputQueueLimits: Sendable, Hashable {
    /// The most entries that may wait.
    ///
    /// Default: 8192.
    public var entries: Int
    /// The most bytes that may wait.
    ///
    /// Default: 8 MiB. A single entry may be larger when nothing else waits.
    public var bytes: Int

    /// Sets the limits; both are at least 1.
    public init(entries: Int = 8192, bytes: Int = 8 << 20) {
        self.entries = max(1, entries)
        self.bytes = max(1, bytes)
    }
}

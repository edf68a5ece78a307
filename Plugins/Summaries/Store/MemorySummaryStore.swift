import Synchronization
public import Trellis

/// A store in memory, whose summaries are lost when its scope closes.
public final class MemorySummaryStore: SummaryStore {
    /// The store belongs to this host alone.
    public let host: String? = nil

    private let summaries = Mutex<[Summary]>([])

    /// Creates an empty store.
    public init() {}

    /// Returns the newest summaries, the newest one first.
    public func newest(_ limit: Int) -> [Summary] { summaries.withLock { $0.suffix(limit).reversed() } }

    /// Appends a summary and deletes the oldest ones.
    public func append(_ summary: Summary, keeping kept: Int, as token: FencingToken?) throws {
        try summaries.withLock { summaries in
            guard summaries.last?.number ?? 0 < summary.number else {
                throw SummaryStoreError.superseded(number: summary.number)
            }
            summaries = (summaries + [summary]).suffix(kept)
        }
    }
}

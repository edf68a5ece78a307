/// The position of a watch: what has been reported, and where it continues.
struct WatchProgress {
    /// The first revision that has not been reported; nil until etcd has said what "now" is.
    private(set) var next: Int64?

    /// The events of the responses of a divided message so far.
    private var fragments: [EtcdEvent] = []

    init(from revision: Int64?) { next = revision }

    /// Begins with the answer to the request: the watch without a revision reports those after `revision`.
    mutating func begin(at revision: Int64) -> Int64 {
        fragments = []
        let first = next ?? revision + 1
        next = first
        return first
    }

    /// Adds the events of a response.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - isFragment: Whether the next response continues this one.
    /// - Returns: The events to report, without those before the requested revision, which some versions of etcd send; nil while the
    ///   message is incomplete, or if there is nothing to report.
    mutating func add(_ events: [EtcdEvent], isFragment: Bool) -> (events: [EtcdEvent], revision: Int64)? {
        fragments += events
        if isFragment { return nil }
        let complete = fragments.filter { $0.revision >= next ?? 0 }
        fragments = []
        guard let last = complete.last?.revision else { return nil }
        // The revision of the response's header can be that of the store, ahead of its events.
        next = last + 1
        return (complete, last)
    }
}

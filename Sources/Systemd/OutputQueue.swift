/// A bounded queue that a thread of its own writes out, so that those who log never wait for who reads the log.
///
/// Entries keep their order. When the queue is full, new entries are dropped and counted; once there is room, an entry
/// that says how many were lost takes their place in the order. Some room is kept by rank
/// (``OutputRank``), so that a flood of small talk does not displace an error, nor a flood of errors a record.
///
/// The thread starts with the first entry, and ends when the queue is released and written out. What still waits when
/// the process ends is lost: flush before. What waits when the process crashes is lost as well.
final class OutputQueue<Entry: Sendable>: Sendable {
    /// Where entries go.
    ///
    /// Its functions are called on the queue's thread, one at a time, without a lock held.
    struct Sink: Sendable {
        /// Writes an entry, and may block.
        ///
        /// `false` when the entry is lost.
        let write: @Sendable (Entry) -> Bool
        /// Makes the entry that says how many were dropped.
        let makeReport: @Sendable (Int) -> Entry
    }

    private let monitor: Monitor<OutputQueueState<Entry>>
    private let sink: Sink

    init(limits: OutputQueueLimits, sink: Sink) {
        monitor = Monitor(OutputQueueState(limits: limits))
        self.sink = sink
    }

    deinit {
        monitor.withLock { $0.isReleased = true }
        monitor.wakeAll()
    }

    /// Adds an entry, or drops it.
    ///
    /// Never waits.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - size: What it weighs, in bytes.
    ///   - rank: How much of the room it may take.
    func append(_ entry: Entry, size: Int, rank: OutputRank) {
        let needsThread = monitor.withLock { state in
            state.append(entry, size: size, rank: rank)
            if state.hasThread { return false }
            state.hasThread = true
            return true
        }
        guard needsThread else { return monitor.wakeAll() }
        let started = startThread(named: "log") { [monitor, sink] in Self.run(monitor, sink) }
        if !started {
            // The next entry tries again.
            monitor.withLock { $0.hasThread = false }
        }
    }

    /// Waits until everything is written, but not longer than the limit.
    ///
    /// `false` when something still waits.
    func flush(within limit: Duration) -> Bool {
        monitor.wait(within: limit) { $0.isIdle ? true : nil } ?? false
    }

    // Does not capture the queue itself, whose release ends the thread.
    private static func run(_ monitor: Monitor<OutputQueueState<Entry>>, _ sink: Sink) {
        while case .write(let items)? = monitor.wait(until: { $0.next() }) {
            for item in items {
                let isWritten =
                    switch item.content {
                    case .entry(let entry): sink.write(entry)
                    case .report(let count): sink.write(sink.makeReport(count))
                    }
                let isIdle = monitor.withLock { state in
                    state.finish(item, isWritten: isWritten)
                    return state.isIdle
                }
                if isIdle { monitor.wakeAll() }
            }
        }
    }
}

/// A bounded queue whose entries a dedicated thread writes, so that logging never waits for the reader of the log.
///
/// The order of entries is kept. When the queue is full, new entries are dropped and counted. Once there is room, an entry
/// that reports their number takes their position. Part of the capacity is reserved according to ``OutputPriority``, so
/// that many messages of a low level do not displace an error, and many errors do not displace a record.
///
/// The thread starts with the first entry. It ends when the queue is released and all entries are written. Call
/// ``flush(within:)`` before the process ends; entries that wait when the process ends or crashes are lost.
package final class OutputQueue<Entry: Sendable>: Sendable {
    /// The destination of entries.
    ///
    /// The closures are called on the queue's thread, one at a time, with no lock held.
    package struct Sink: Sendable {
        /// Writes an entry, and may block.
        ///
        /// Returns `false` if the entry is lost.
        let write: @Sendable (Entry) -> Bool
        /// Creates the entry that reports the number of dropped entries.
        let makeReport: @Sendable (Int) -> Entry

        /// Creates a sink.
        package init(
            write: @escaping @Sendable (Entry) -> Bool, makeReport: @escaping @Sendable (Int) -> Entry
        ) {
            self.write = write
            self.makeReport = makeReport
        }
    }

    private let monitor: Monitor<OutputQueueState<Entry>>
    private let sink: Sink

    /// Creates an empty queue.
    package init(limits: OutputQueueLimits, sink: Sink) {
        monitor = Monitor(OutputQueueState(limits: limits))
        self.sink = sink
    }

    deinit {
        monitor.withLock { $0.isReleased = true }
        monitor.wakeAll()
    }

    /// Adds an entry, or drops it, without waiting.
    ///
    /// - Parameters:
    ///   - entry: The entry to write.
    ///   - size: The size of the entry in bytes.
    ///   - priority: The share of the capacity that the entry may use.
    package func append(_ entry: Entry, size: Int, priority: OutputPriority) {
        let needsThread = monitor.withLock { state in
            state.append(entry, size: size, priority: priority)
            if state.hasThread { return false }
            state.hasThread = true
            return true
        }
        guard needsThread else { return monitor.wakeAll() }
        let started = startThread(named: "log") { [monitor, sink] in Self.run(monitor, sink) }
        if !started {
            // No thread could be started. The next entry tries again.
            monitor.withLock { $0.hasThread = false }
        }
    }

    /// Blocks the thread until every entry is written, or until a timeout.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Whether every entry was written.
    package func flush(within limit: Duration) -> Bool {
        monitor.wait(within: limit) { $0.isIdle ? true : nil } ?? false
    }

    // Does not capture the queue, because the release of the queue ends the thread.
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

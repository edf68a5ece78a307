/// The state machine of an ``OutputQueue``: no thread, no lock, no input or output.
struct OutputQueueState<Entry> {
    struct Item {
        enum Content {
            case entry(Entry)
            /// A report with the number of dropped entries.
            case report(Int)
        }

        let content: Content
        let size: Int
    }

    enum Step {
        case write([Item])
        case end
    }

    /// Whether the thread exists or is being started.
    var hasThread = false
    /// Whether the queue is released, so that no entry can follow.
    var isReleased = false

    private let limits: OutputQueueLimits
    private var items: [Item] = []
    /// The number of unwritten entries, including those that the thread is writing.
    private var count = 0
    /// The size of the unwritten entries in bytes.
    private var bytes = 0
    /// The number of entries that were dropped since the last report.
    private var dropped = 0
    /// Whether the last attempt to write failed.
    ///
    /// A report then waits for the next entry, so that writing the report is not retried continuously.
    private var isFailing = false

    init(limits: OutputQueueLimits) {
        self.limits = limits
    }

    /// Whether there is nothing to write.
    var isIdle: Bool { count == 0 && (dropped == 0 || isFailing) }

    mutating func append(_ entry: Entry, size: Int, priority: OutputPriority) {
        let hasRoom =
            count < priority.share(of: limits.entries) && bytes + size <= priority.share(of: limits.bytes)
        guard hasRoom || count == 0 else {
            dropped += 1
            return
        }
        if dropped > 0 { appendReport() }
        items.append(Item(content: .entry(entry), size: size))
        count += 1
        bytes += size
    }

    /// Returns the next step of the thread; `nil` to wait.
    mutating func next() -> Step? {
        if items.isEmpty, !isIdle, dropped > 0 { appendReport() }
        if !items.isEmpty {
            defer { items.removeAll() }
            return .write(items)
        }
        return isReleased ? .end : nil
    }

    /// Records the result of writing an item.
    mutating func finish(_ item: Item, isWritten: Bool) {
        count -= 1
        bytes -= item.size
        isFailing = !isWritten
        if isWritten { return }
        switch item.content {
        case .entry: dropped += 1
        case .report(let count): dropped += count
        }
    }

    private mutating func appendReport() {
        items.append(Item(content: .report(dropped), size: 0))
        count += 1
        dropped = 0
    }
}

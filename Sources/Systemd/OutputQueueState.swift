/// What an ``OutputQueue`` decides, as a value: no thread, no lock, no input or output.
struct OutputQueueState<Entry> {
    struct Item {
        enum Content {
            case entry(Entry)
            /// Stands for this many entries that were dropped.
            case report(Int)
        }

        let content: Content
        let size: Int
    }

    enum Step {
        case write([Item])
        case end
    }

    /// Whether a thread writes, or has been asked for.
    var hasThread = false
    /// Whether nobody can add entries any more.
    var isReleased = false

    private let limits: OutputQueueLimits
    private var items: [Item] = []
    /// Entries that are not written yet, those in the thread's hands included, and their bytes.
    private var count = 0
    private var bytes = 0
    /// Entries that were dropped since the last report.
    private var dropped = 0
    /// Whether the last attempt failed.
    ///
    /// Then a report waits for the next entry instead of being tried again and again.
    private var isFailing = false

    init(limits: OutputQueueLimits) {
        self.limits = limits
    }

    /// Whether there is nothing left to do.
    var isIdle: Bool { count == 0 && (dropped == 0 || isFailing) }

    mutating func append(_ entry: Entry, size: Int, rank: OutputRank) {
        let hasRoom =
            count < rank.share(of: limits.entries) && bytes + size <= rank.share(of: limits.bytes)
        guard hasRoom || count == 0 else {
            dropped += 1
            return
        }
        if dropped > 0 { appendReport() }
        items.append(Item(content: .entry(entry), size: size))
        count += 1
        bytes += size
    }

    /// What the thread shall do; `nil` to wait.
    mutating func next() -> Step? {
        if items.isEmpty, !isIdle, dropped > 0 { appendReport() }
        if !items.isEmpty {
            defer { items.removeAll() }
            return .write(items)
        }
        return isReleased ? .end : nil
    }

    /// Takes note of what became of an item.
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

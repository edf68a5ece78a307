import Synchronization

/// What happened, in order.
final class Journal<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func note(_ entry: Entry) { state.withLock { $0.append(entry) } }

    /// Takes the first entry out; nil when there is none.
    func next() -> Entry? { state.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    init(_ entries: [Entry] = []) {
        state.withLock { $0 = entries }
    }
}

import Synchronization

/// Records events in order.
final class EventRecorder<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func record(_ entry: Entry) { state.withLock { $0.append(entry) } }

    /// Removes and returns the first event; nil when there is none.
    func next() -> Entry? { state.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    init(_ entries: [Entry] = []) {
        state.withLock { $0 = entries }
    }
}

import Synchronization

/// A recorder that returns events in the order in which they occurred.
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

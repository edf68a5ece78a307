import Synchronization

/// The items that all clients of a load change, with the last revisions that a client received.
final class ItemPool: Sendable {
    private struct State {
        var revisions: [String: Int] = [:]
        /// The last deleted items, which clients still call.
        var deleted: [String] = []
    }

    /// The number of items that a load keeps.
    private static let size = 10

    private let state = Mutex(State())

    /// Whether the pool has fewer items than a load keeps.
    var isSmall: Bool { state.withLock { $0.revisions.count < Self.size } }

    /// Returns a random item and its last received revision; rarely a deleted item, whose revision is 1.
    func random() -> (id: String, revision: Int)? {
        state.withLock { state in
            if Int.random(in: 0..<50) == 0, let id = state.deleted.randomElement() { return (id, 1) }
            return state.revisions.randomElement().map { ($0.key, $0.value) }
        }
    }

    /// Notes the revision of an item that a client received.
    func note(_ item: ReceivedItem) {
        state.withLock { state in
            if state.deleted.contains(item.id) { return }
            state.revisions[item.id] = max(state.revisions[item.id] ?? 0, item.revision)
        }
    }

    /// Notes that an item is deleted, or may be.
    func noteDeleted(_ id: String) {
        state.withLock { state in
            guard state.revisions.removeValue(forKey: id) != nil else { return }
            state.deleted = state.deleted.suffix(20) + [id]
        }
    }
}

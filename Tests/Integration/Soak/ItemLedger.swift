import Synchronization

/// The expected state of a list of items, derived from the acknowledgements that clients received.
///
/// Only one client changes an item, so the acknowledgements of its changes are in order.
final class ItemLedger: Sendable {
    struct Item: Hashable, Sendable {
        var title: String
        var count: Int
    }

    private struct State {
        var items: [String: Item] = [:]
        var deleted: Set<String> = []
        /// The identifiers of items whose last change has an unknown outcome.
        var uncertain: Set<String> = []
        /// The titles of items that may have been added.
        var uncertainTitles: Set<String> = []
        var acknowledged = 0
    }

    private let state = Mutex(State())

    /// The number of acknowledged changes.
    var acknowledged: Int { state.withLock(\.acknowledged) }

    /// Records an acknowledged addition or update.
    func note(_ id: String, is item: Item) {
        state.withLock { state in
            state.items[id] = item
            state.acknowledged += 1
        }
    }

    /// Records an acknowledged deletion.
    func noteDeleted(_ id: String) {
        state.withLock { state in
            state.items[id] = nil
            state.deleted.insert(id)
            state.acknowledged += 1
        }
    }

    /// Records an addition without a reply.
    func noteUncertain(titles: [String]) { state.withLock { $0.uncertainTitles.formUnion(titles) } }

    /// Records an update or a deletion without a reply, after which the item is not changed again.
    func noteUncertain(id: String) { _ = state.withLock { $0.uncertain.insert(id) } }

    /// Describes the differences between the acknowledged state and a list.
    func differences(from list: [String: Item]) -> [String] {
        state.withLock { state in
            var differences: [String] = []
            for (id, item) in state.items where !state.uncertain.contains(id) && list[id] != item {
                differences.append("\(id): expected \(item), found \(list[id].map { "\($0)" } ?? "nothing")")
            }
            for id in state.deleted where list[id] != nil { differences.append("\(id): deleted, and found") }
            for (id, item) in list
            where state.items[id] == nil && !state.uncertain.contains(id) && !state.deleted.contains(id)
                && !state.uncertainTitles.contains(item.title)
            {
                differences.append("\(id): never added, and found as \(item)")
            }
            return differences
        }
    }
}

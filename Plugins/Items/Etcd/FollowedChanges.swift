import Etcd
import Foundation
import Items

/// The changes of complete revisions of etcd, as this host's copy numbers them.
struct FollowedChanges: Sendable {
    /// A change of another program that cannot be followed, and its description.
    struct ForeignChange: Error {
        let description: String
    }

    /// A change of an item.
    enum Change: Sendable {
        /// The item was added or updated; its place in the list is a position.
        case put(ItemChange, position: Int)

        /// The item was deleted. etcd does not report its values.
        case delete(UUID, revision: Int, time: Date)
    }

    /// The changes, in order.
    private(set) var changes: [Change] = []

    /// The state of the copy with the changes.
    private(set) var source: ItemMirror.Source

    /// Whether a new history begins with or among the changes, so that those before it are no longer available.
    private(set) var beginsHistory = false

    /// The transactions among the changes.
    private(set) var attempts: [(id: String, revision: Int64)] = []

    /// Reads the changes from events.
    ///
    /// - Parameters:
    ///   - events: The events of all keys.
    ///   - revision: The revision of the last event.
    ///   - before: The state of the copy before the changes.
    ///   - keys: The keys of the items.
    ///   - now: The current time. A change is recorded at no later time, because the clock of another host can be ahead.
    ///   - complete: The time as of which the copy has had every change; nil if it is not known.
    /// - Throws: ``ForeignChange``; another error when a value was not written by this store.
    init(
        _ events: [EtcdEvent], to revision: Int64, after before: ItemMirror.Source, keys: ItemKeys, at now: Date,
        complete: CompleteTime?
    ) throws {
        source = before
        var (current, time, deletions): (Int64, Int, Int) = (0, 0, 0)
        for event in events {
            if event.revision != current { (current, time, deletions) = (event.revision, now.milliseconds, 0) }
            if event.key == keys.head {
                (source.head, source.attempt) = (0, nil)
                guard event.kind == .put else { continue }
                let head = try event.keyValue.value.decode(HeadRecord.self)
                (source.head, source.attempt) = (event.revision, head.attempt)
                attempts.append((head.attempt, event.revision))
                time = min(head.time, now.milliseconds)
                source.reach(try StoredItem.revision(event.revision, head.last))
                continue
            }
            if event.key == keys.history {
                // Without the key, the next changes would have revisions that were used before.
                guard event.kind == .put else { throw ForeignChange(description: "has deleted the key 'history'") }
                source.history = try ItemHistory(event.keyValue)
                source.reach(try StoredItem.revision(event.revision, source.history.base))
                source.horizon = source.newest
                beginsHistory = true
                continue
            }
            guard let id = keys.item(of: event.key) else { continue }
            switch event.kind {
            case .put:
                let placed = try PlacedItem(event.keyValue, id: id)
                let kind: ItemChange.Kind = event.keyValue.createRevision == event.revision ? .added : .updated
                let change = ItemChange(kind: kind, item: placed.item, time: Date(milliseconds: time))
                changes.append(.put(change, position: placed.position))
                // A program other than this store does not set `head`.
                source.reach(placed.item.revision)
            case .delete:
                guard deletions < StoredItem.changesPerRevision else {
                    throw ForeignChange(description: "has deleted many items at once")
                }
                let change = try StoredItem.revision(event.revision, source.history.base + deletions)
                deletions += 1
                changes.append(.delete(id, revision: change, time: Date(milliseconds: time)))
                source.reach(change)
            }
        }
        source.followed = revision
        source.complete = complete ?? before.complete
    }

    /// The changes with their items; nil if the copy has to supply those of deletions.
    var known: [ItemChange]? {
        var result: [ItemChange] = []
        for case .put(let change, _) in changes { result.append(change) }
        return result.count == changes.count ? result : nil
    }
}

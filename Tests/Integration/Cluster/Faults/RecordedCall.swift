/// An item that a client received.
struct ReceivedItem: Hashable, Sendable {
    var id: String
    var title: String
    var count: Int
    var revision: Int
}

/// A call of a client, with its outcome and the times of both.
struct RecordedCall: Sendable {
    /// The method and its parameters; the counts of additions and updates are unique.
    enum Request: Sendable {
        case add(title: String, count: Int)
        case get(id: String)
        case list
        case update(id: String, title: String?, count: Int, ifRevision: Int?)
        case delete(id: String, ifRevision: Int?)

        /// The name of the method.
        var method: String {
            switch self {
            case .add: "Add"
            case .get: "Get"
            case .list: "List"
            case .update: "Update"
            case .delete: "Delete"
            }
        }
    }

    /// An outcome.
    enum Outcome: Sendable {
        /// The item, as the call has changed or read it.
        case item(ReceivedItem)

        /// All items, in the order of the list.
        case items([ReceivedItem])

        case deleted

        /// The item does not exist.
        case absent

        /// The item has another revision than expected.
        case conflict(actual: Int)

        /// The error says that nothing was changed.
        case failed

        /// The change may or may not have been made.
        case unknown

        /// The name, for a summary.
        var name: String {
            switch self {
            case .item, .items, .deleted: "done"
            case .absent: "absent"
            case .conflict: "conflict"
            case .failed: "failed"
            case .unknown: "unknown"
            }
        }
    }

    var request: Request
    var outcome: Outcome
    var call: Int64
    var completion: Int64
}

/// An event that a watch reported, or its beginning.
enum WatchRecord: Sendable {
    /// A watch began: with the current items, or after a revision.
    case began(since: Int?)

    case present(ReceivedItem)
    case ready(revision: Int)
    case changed(WatchedChange)
}

/// A change that a watch reported.
struct WatchedChange: Hashable, Sendable {
    /// The kind of a change.
    enum Kind: String, Sendable {
        case added, updated, deleted
    }

    var kind: Kind

    /// The item after the change; the item that was deleted, with its last values.
    var item: ReceivedItem

    var revision: Int

    /// The time at which the client received the change.
    var time: Int64

    /// Whether two watches reported the same change.
    func isSame(as other: WatchedChange) -> Bool {
        (kind, item, revision) == (other.kind, other.item, other.revision)
    }
}

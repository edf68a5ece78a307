public import struct Foundation.UUID

/// What a store of items refuses.
///
/// Nothing was changed when one of these is thrown.
public enum ItemStoreError: Error, Sendable, Hashable {
    /// No item has this identifier.
    case noSuchItem(id: UUID)

    /// An item can't be like this: its field is wrong for a reason. Of several items it is the one with this index.
    case invalid(field: String, reason: String, index: Int? = nil)

    /// The item has another revision than the one that was expected: somebody has changed it since.
    case conflict(id: UUID, expected: Int, actual: Int)

    /// There are more items than one step may change.
    case tooManyItems(count: Int, limit: Int)

    /// The changes after a revision are not all kept any more, or the list never had that many.
    case historyUnavailable(since: Int, oldest: Int, newest: Int)
}

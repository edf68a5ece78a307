public import struct Foundation.UUID

/// An error that an item store throws to reject a call.
///
/// A rejected call changes nothing.
public enum ItemStoreError: Error, Sendable, Hashable {
    /// No item has this identifier.
    case noSuchItem(id: UUID)

    /// A field of an item is invalid. The index is that of the item in a batch; nil outside a batch.
    case invalid(field: String, reason: String, index: Int? = nil)

    /// The item does not have the expected revision, because it has been changed.
    case conflict(id: UUID, expected: Int, actual: Int)

    /// The batch has more items than the maximum.
    case tooManyItems(count: Int, limit: Int)

    /// Changes after a revision were pruned, or the history has no change with this revision.
    case historyUnavailable(since: Int, oldest: Int, newest: Int)
}

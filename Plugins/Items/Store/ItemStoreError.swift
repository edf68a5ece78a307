public import struct Foundation.UUID

/// A reason for which an item store rejects a call.
///
/// Nothing was changed when one of these is thrown.
public enum ItemStoreError: Error, Sendable, Hashable {
    /// No item has this identifier.
    case noSuchItem(id: UUID)

    /// A field is invalid; in a batch, that of the item with this index.
    case invalid(field: String, reason: String, index: Int? = nil)

    /// The item does not have the expected revision, because it was changed.
    case conflict(id: UUID, expected: Int, actual: Int)

    /// The batch has more items than the maximum.
    case tooManyItems(count: Int, limit: Int)

    /// Changes after a revision were pruned, or the revision does not exist yet.
    case historyUnavailable(since: Int, oldest: Int, newest: Int)
}

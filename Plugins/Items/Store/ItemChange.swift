public import struct Foundation.Date

/// One change of the list.
public struct ItemChange: Sendable, Hashable {
    /// What was done to the item.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It was added.
        case added

        /// It was updated.
        case updated

        /// It was deleted.
        case deleted
    }

    /// What was done.
    public var kind: Kind

    /// The item right after the change; of a deleted one, right before.
    ///
    /// Its revision is the change's.
    public var item: Item

    /// When the change was made, to the millisecond.
    public var time: Date

    /// The number of the change.
    ///
    /// The first is 1, and none is left out.
    public var revision: Int { item.revision }

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - kind: What was done.
    ///   - item: The item right after the change; of a deleted one, right before; with the number of the change.
    ///   - time: When the change was made.
    public init(kind: Kind, item: Item, time: Date) {
        self.kind = kind
        self.item = item
        self.time = time
    }
}

public import Trellis

public import struct Foundation.Date

/// A change of the list.
public struct ItemChange: Revisioned, Hashable {
    /// The kind of a change.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The item was added.
        case added

        /// The item was updated.
        case updated

        /// The item was deleted.
        case deleted
    }

    /// The kind of the change.
    public var kind: Kind

    /// The item after the change, or before it if the item was deleted.
    ///
    /// The revision of the item equals the revision of the change.
    public var item: Item

    /// The time of the change, to the millisecond.
    public var time: Date

    /// The number of the change.
    ///
    /// Each change has a larger number than all changes before it, also than those of a history that was lost. A store on one
    /// host numbers them by `Revision.next(after:at:)`.
    public var revision: Int { item.revision }

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - kind: The kind of the change.
    ///   - item: The item after the change, or before it if the item was deleted, with the revision of the change.
    ///   - time: The time of the change.
    public init(kind: Kind, item: Item, time: Date) {
        self.kind = kind
        self.item = item
        self.time = time
    }
}

extension [ItemChange] {
    /// Returns the number of changes up to a revision; the changes are in the order of their revisions.
    package func count(upTo revision: Int) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if self[middle].revision <= revision {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}

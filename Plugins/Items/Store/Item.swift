public import Foundation
public import Trellis

/// An item of the list.
public struct Item: Revisioned, Hashable {
    /// The identifier, which is unique in the list.
    public var id: UUID

    /// The title: 1 to 1,024 bytes of UTF-8.
    public var title: String

    /// The count: 0 or more.
    public var count: Int

    /// The time at which the item was added, to the millisecond.
    public var created: Date

    /// The time of the last change, to the millisecond.
    public var modified: Date

    /// The revision of the last change of the item, as in ``ItemChange``.
    ///
    /// The revision is 0 when that change was pruned by a version that did not store revisions with items.
    public var revision: Int

    /// The maximum length of a title, in bytes of UTF-8.
    public static let maximumTitleLength = 1_024

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - id: The identifier, which is unique in the list.
    ///   - title: The title: 1 to 1,024 bytes of UTF-8.
    ///   - count: The count: 0 or more.
    ///   - created: The time at which the item was added; rounded to the millisecond.
    ///   - modified: The time of the last change; rounded to the millisecond.
    ///   - revision: The revision of the last change.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when the title is empty or longer than 1,024 bytes, or
    ///   the count is negative.
    public init(
        id: UUID, title: String, count: Int, created: Date, modified: Date, revision: Int
    ) throws(ItemStoreError) {
        guard !title.isEmpty else { throw .invalid(field: "title", reason: "a title must not be empty") }
        guard title.utf8.count <= Self.maximumTitleLength else {
            throw .invalid(
                field: "title",
                reason: "expected a title of at most \(Self.maximumTitleLength) bytes, got \(title.utf8.count) bytes")
        }
        guard count >= 0 else {
            throw .invalid(field: "count", reason: "expected a count of 0 or more, got \(count)")
        }
        self.id = id
        self.title = title
        self.count = count
        self.created = created.wholeMilliseconds
        self.modified = modified.wholeMilliseconds
        self.revision = revision
    }

    /// Returns this item with new values and an unchanged revision.
    ///
    /// - Parameters:
    ///   - title: The new title; nil to keep the current title.
    ///   - count: The new count; nil to keep the current count.
    ///   - time: The time of the change.
    /// - Returns: The changed item; nil when it equals this item.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when a value is invalid.
    package func updated(title: String?, count: Int?, at time: Date) throws(ItemStoreError) -> Item? {
        let new = try Item(
            id: id, title: title ?? self.title, count: count ?? self.count, created: created, modified: time,
            revision: revision)
        return new.title == self.title && new.count == self.count ? nil : new
    }

    /// Rejects a conditional change of the item unless the item has the expected revision.
    ///
    /// - Parameter expected: The expected revision; nil for any.
    /// - Throws: ``ItemStoreError/conflict(id:expected:actual:)`` when the item has another revision.
    package func requireRevision(_ expected: Int?) throws(ItemStoreError) {
        if let expected, expected != revision { throw .conflict(id: id, expected: expected, actual: revision) }
    }
}

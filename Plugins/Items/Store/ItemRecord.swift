public import Foundation

/// An item to import.
public struct ItemRecord: Sendable, Hashable {
    /// The identifier; nil for a new one.
    public var id: UUID?

    /// The title: 1 to 1,024 bytes of UTF-8.
    public var title: String

    /// The count: 0 or more.
    public var count: Int

    /// The time at which the item was added; nil for the time of the import.
    public var created: Date?

    /// The time of the last change; nil for the value of `created`.
    public var modified: Date?

    /// Creates a record, which the store validates.
    ///
    /// - Parameters:
    ///   - id: The identifier; nil for a new one.
    ///   - title: The title: 1 to 1,024 bytes of UTF-8.
    ///   - count: The count: 0 or more.
    ///   - created: The time at which the item was added; nil for the time of the import.
    ///   - modified: The time of the last change; nil for the value of `created`.
    public init(id: UUID? = nil, title: String, count: Int, created: Date? = nil, modified: Date? = nil) {
        self.id = id
        self.title = title
        self.count = count
        self.created = created
        self.modified = modified
    }

    /// Returns the item to add.
    ///
    /// Its revision is 0 until the store has numbered the change that adds the item.
    ///
    /// - Parameter time: The current time, for a record without times.
    /// - Returns: The item, with a new identifier if the record has none.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when a value is invalid.
    package func item(at time: Date) throws(ItemStoreError) -> Item {
        let created = created ?? time
        return try Item(
            id: id ?? .random(), title: title, count: count, created: created, modified: modified ?? created,
            revision: 0)
    }

    /// Returns an existing item with the values of this record and an unchanged revision.
    ///
    /// - Parameters:
    ///   - item: The existing item with the identifier of this record.
    ///   - time: The current time, which becomes the time of the last change if the record has none.
    /// - Returns: The replacement; nil when it equals the existing item.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when a value is invalid.
    package func replacement(of item: Item, at time: Date) throws(ItemStoreError) -> Item? {
        var new = try Item(
            id: item.id, title: title, count: count, created: created ?? item.created,
            modified: modified ?? item.modified, revision: item.revision)
        guard new != item else { return nil }
        if modified == nil { new.modified = time.wholeMilliseconds }
        return new
    }
}

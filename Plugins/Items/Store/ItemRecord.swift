public import Foundation

/// An item to import: one that another list had, or that somebody wrote down.
public struct ItemRecord: Sendable, Hashable {
    /// Its identifier; nil for a new one.
    public var id: UUID?

    /// What it is called: 1 to 1,024 bytes of UTF-8.
    public var title: String

    /// How many there are of it: 0 or more.
    public var count: Int

    /// When it was added; nil for now.
    public var created: Date?

    /// When it was last changed; nil for when it was added.
    public var modified: Date?

    /// Creates the value; the store that gets it says whether it can be.
    ///
    /// - Parameters:
    ///   - id: Its identifier; nil for a new one.
    ///   - title: What it is called.
    ///   - count: How many there are of it.
    ///   - created: When it was added; nil for now.
    ///   - modified: When it was last changed; nil for when it was added.
    public init(id: UUID? = nil, title: String, count: Int, created: Date? = nil, modified: Date? = nil) {
        self.id = id
        self.title = title
        self.count = count
        self.created = created
        self.modified = modified
    }

    /// The item that this becomes, with the revision 0: the change that adds it has its number.
    ///
    /// - Parameter time: What time it is.
    /// - Returns: The item.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``, as the initialiser of an item does.
    func item(at time: Date) throws(ItemStoreError) -> Item {
        let created = created ?? time
        return try Item(
            id: id ?? .random(), title: title, count: count, created: created, modified: modified ?? created,
            revision: 0)
    }

    /// An item that is there, as this says it should be, with its revision as it is.
    ///
    /// - Parameters:
    ///   - item: The item that is there.
    ///   - time: What time it is.
    /// - Returns: The item as it should be; nil when it is so already.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``, as the initialiser of an item does.
    func replacement(of item: Item, at time: Date) throws(ItemStoreError) -> Item? {
        var new = try Item(
            id: item.id, title: title, count: count, created: created ?? item.created,
            modified: modified ?? item.modified, revision: item.revision)
        guard new != item else { return nil }
        if modified == nil { new.modified = time.wholeMilliseconds }
        return new
    }
}

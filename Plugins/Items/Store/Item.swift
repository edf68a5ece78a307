public import Foundation

/// One item of the list.
public struct Item: Sendable, Hashable {
    /// Its identifier.
    public var id: UUID

    /// What it is called: 1 to 1,024 bytes of UTF-8.
    public var title: String

    /// How many there are of it: 0 or more.
    public var count: Int

    /// When it was added, to the millisecond.
    public var created: Date

    /// When it was last changed, to the millisecond.
    public var modified: Date

    /// The longest title, in bytes of UTF-8.
    public static let maximumTitleLength = 1_024

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - title: What it is called.
    ///   - count: How many there are of it.
    ///   - created: When it was added.
    ///   - modified: When it was last changed.
    /// - Throws: ``ItemStoreError/invalid(field:reason:)`` when the title is empty or longer than 1,024 bytes, or the count
    ///   is negative.
    public init(id: UUID, title: String, count: Int, created: Date, modified: Date) throws(ItemStoreError) {
        guard !title.isEmpty else { throw .invalid(field: "title", reason: "a title can't be empty") }
        guard title.utf8.count <= Self.maximumTitleLength else {
            throw .invalid(
                field: "title",
                reason: "a title has at most \(Self.maximumTitleLength) bytes, and this one has \(title.utf8.count)")
        }
        guard count >= 0 else {
            throw .invalid(field: "count", reason: "a count can't be negative, and this is \(count)")
        }
        self.id = id
        self.title = title
        self.count = count
        self.created = created
        self.modified = modified
    }

    /// This item with some of it changed; itself when nothing is.
    ///
    /// - Parameters:
    ///   - title: What it is called from now on; nil to leave it.
    ///   - count: How many there are of it from now on; nil to leave it.
    ///   - time: When it is changed.
    /// - Returns: The item; this one itself when nothing is different.
    /// - Throws: ``ItemStoreError/invalid(field:reason:)``, as the initialiser does.
    func updated(title: String?, count: Int?, at time: Date) throws(ItemStoreError) -> Item {
        let new = try Item(
            id: id, title: title ?? self.title, count: count ?? self.count, created: created, modified: time)
        return new.title == self.title && new.count == self.count ? self : new
    }
}

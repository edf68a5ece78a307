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

    /// The number of its last change, as ``ItemChange`` has it.
    ///
    /// 0 when the change was forgotten before the list began to keep the number with the item.
    public var revision: Int

    /// The longest title, in bytes of UTF-8.
    public static let maximumTitleLength = 1_024

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - title: What it is called.
    ///   - count: How many there are of it.
    ///   - created: When it was added; rounded to the millisecond.
    ///   - modified: When it was last changed; rounded to the millisecond.
    ///   - revision: The number of its last change.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when the title is empty or longer than 1,024 bytes, or
    ///   the count is negative.
    public init(
        id: UUID, title: String, count: Int, created: Date, modified: Date, revision: Int
    ) throws(ItemStoreError) {
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
        self.created = created.wholeMilliseconds
        self.modified = modified.wholeMilliseconds
        self.revision = revision
    }

    /// This item with some of it changed, and its revision as it is.
    ///
    /// - Parameters:
    ///   - title: What it is called from now on; nil to leave it.
    ///   - count: How many there are of it from now on; nil to leave it.
    ///   - time: When it is changed.
    /// - Returns: The changed item; nil when nothing would be different.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``, as the initialiser does.
    func updated(title: String?, count: Int?, at time: Date) throws(ItemStoreError) -> Item? {
        let new = try Item(
            id: id, title: title ?? self.title, count: count ?? self.count, created: created, modified: time,
            revision: revision)
        return new.title == self.title && new.count == self.count ? nil : new
    }

    /// Refuses a change that somebody else's change came before.
    ///
    /// - Parameter expected: The revision that the item should have; nil for any.
    /// - Throws: ``ItemStoreError/conflict(id:expected:actual:)`` when it has another one.
    func require(_ expected: Int?) throws(ItemStoreError) {
        if let expected, expected != revision { throw .conflict(id: id, expected: expected, actual: revision) }
    }
}

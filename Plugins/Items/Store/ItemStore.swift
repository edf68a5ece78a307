public import Foundation

/// A list of items, and what changed in it.
///
/// Changes are made one after the other, each gets the next revision, and one that was returned is not lost any more
/// (as far as the store is durable at all). Every method throws ``ItemStoreError`` for what it refuses, and other errors
/// when the store itself fails.
public protocol ItemStore: Sendable {
    /// Adds an item.
    ///
    /// - Parameters:
    ///   - title: What it is called.
    ///   - count: How many there are of it.
    /// - Returns: The item that was added.
    /// - Throws: ``ItemStoreError/invalid(field:reason:)``, ``ItemStoreError/full``.
    func add(title: String, count: Int) async throws -> Item

    /// Gives an item.
    ///
    /// - Parameter id: Its identifier.
    /// - Returns: The item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``.
    func item(_ id: UUID) async throws -> Item

    /// Changes an item. What is nil stays; when nothing is different afterwards, there is no change, and no revision.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - title: What it is called from now on.
    ///   - count: How many there are of it from now on.
    /// - Returns: The item as it is now.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``, ``ItemStoreError/invalid(field:reason:)``, ``ItemStoreError/full``.
    func update(_ id: UUID, title: String?, count: Int?) async throws -> Item

    /// Deletes an item.
    ///
    /// - Parameter id: Its identifier.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``, ``ItemStoreError/full``.
    func delete(_ id: UUID) async throws

    /// Some items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: Only items after this position, that of the last item of the page before; nil to start.
    ///   - filter: Only items whose title contains this text; the case of ASCII letters does not matter.
    ///   - limit: At most this many.
    /// - Returns: The page; empty when there are no more.
    /// - Throws: What keeps the store from reading.
    func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage

    /// The items as they are now, whatever changes later.
    ///
    /// - Throws: What keeps the store from reading.
    func snapshot() async throws -> any ItemSnapshot

    /// Some changes, in the order in which they were made.
    ///
    /// - Parameters:
    ///   - revision: Only changes after this revision.
    ///   - limit: At most this many.
    /// - Returns: The changes; none when there are no newer ones.
    /// - Throws: ``ItemStoreError/historyUnavailable(since:oldest:newest:)``.
    func changes(since revision: Int, limit: Int) async throws -> [ItemChange]

    /// Forgets the changes that were made before a time. The items stay, and so do the revisions' numbers.
    ///
    /// - Parameter time: The time.
    /// - Returns: How many changes were forgotten.
    /// - Throws: ``ItemStoreError/full``.
    @discardableResult
    func forgetChanges(before time: Date) async throws -> Int

    /// Tells when there are new changes. It tells once for several, and from the moment it is made.
    func announcements() -> AsyncStream<Void>

    /// Says whether the store works, by using it.
    ///
    /// - Throws: What is wrong with it.
    func verify() async throws
}

/// Some items, in the order in which they were added.
public struct ItemPage: Sendable, Hashable {
    /// The items.
    public var items: [Item]

    /// The position of the last item, from which the next page goes on; nil when this page is empty.
    public var last: Int?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - last: The position of the last one.
    public init(items: [Item], last: Int?) {
        self.items = items
        self.last = last
    }
}

/// The items as they were at one moment.
public protocol ItemSnapshot: Sendable {
    /// The revision of the last change before that moment; 0 when there was none.
    var revision: Int { get }

    /// Some of the items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: Only items after this position; nil to start.
    ///   - limit: At most this many.
    /// - Returns: The page; empty when there are no more.
    /// - Throws: What keeps the store from reading.
    func page(after position: Int?, limit: Int) async throws -> ItemPage
}

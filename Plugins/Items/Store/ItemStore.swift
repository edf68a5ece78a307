public import Foundation

/// A list of items, and what changed in it.
///
/// Changes are made one after the other, each gets the next revision, and one that was returned is not lost any more
/// (as far as the store is durable at all). A change is made whole or not at all. A task that is cancelled while its
/// change waits for its turn gets a `CancellationError`, and nothing was changed; one whose change is being made gets
/// what became of it.
///
/// Every method throws ``ItemStoreError`` for what it rejects, and other errors, such as ``TrellisSQLite/StorageError``, when the
/// storage fails.
public protocol ItemStore: Sendable {
    /// Adds an item.
    ///
    /// - Parameters:
    ///   - title: What it is called.
    ///   - count: How many there are of it.
    /// - Returns: The item that was added.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``.
    func add(title: String, count: Int) async throws -> Item

    /// Adds several items: all of them or none.
    ///
    /// - Parameter items: The items, at most ``ItemBatch/maximumSize``.
    /// - Returns: The items that were added, in the same order.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``, ``ItemStoreError/tooManyItems(count:limit:)``.
    func add(_ items: [NewItem]) async throws -> [Item]

    /// Gives an item.
    ///
    /// - Parameter id: Its identifier.
    /// - Returns: The item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``.
    func item(_ id: UUID) async throws -> Item

    /// Changes an item.
    ///
    /// What is nil stays; when nothing is different afterwards, there is no change, and no revision.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - title: What it is called from now on.
    ///   - count: How many there are of it from now on.
    ///   - expected: The revision that the item has to have; nil for any.
    /// - Returns: The item as it is now.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``, ``ItemStoreError/conflict(id:expected:actual:)``,
    ///   ``ItemStoreError/invalid(field:reason:index:)``.
    func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) async throws -> Item

    /// Deletes an item.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - expected: The revision that the item has to have; nil for any.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``, ``ItemStoreError/conflict(id:expected:actual:)``.
    func delete(_ id: UUID, ifRevision expected: Int?) async throws

    /// Adds items with their identifiers and times: all of them or none.
    ///
    /// - Parameters:
    ///   - records: The items, at most ``ItemBatch/maximumSize``.
    ///   - replacing: Whether items that are there already become as their records are. Otherwise they stay.
    /// - Returns: What became of them.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``, ``ItemStoreError/tooManyItems(count:limit:)``.
    func importItems(_ records: [ItemRecord], replacing: Bool) async throws -> ItemImportCounts

    /// Some items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: Only items after this position, that of the last item of the page before; nil to start.
    ///   - filter: Only items whose title contains this text; the case of ASCII letters does not matter.
    ///   - limit: At most this many.
    /// - Returns: The page; empty when there are no more.
    /// - Throws: What keeps the store from reading.
    func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage

    /// Where an item is among the others, for a page that begins after it.
    ///
    /// - Parameter id: Its identifier.
    /// - Returns: Its position: larger than that of every item that was added before it.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``.
    func position(of id: UUID) async throws -> Int

    /// The items as they are now, whatever changes later.
    ///
    /// It may cost the store something for as long as it is held.
    ///
    /// - Throws: What keeps the store from reading.
    func snapshot() async throws -> any ItemSnapshot

    /// The revision of the last change; 0 when there was none.
    ///
    /// - Throws: What keeps the store from reading.
    func revision() async throws -> Int

    /// Some changes, in the order in which they were made.
    ///
    /// - Parameters:
    ///   - revision: Only changes after this revision.
    ///   - limit: At most this many.
    /// - Returns: The changes; none when there are no newer ones.
    /// - Throws: ``ItemStoreError/historyUnavailable(since:oldest:newest:)``.
    func changes(since revision: Int, limit: Int) async throws -> [ItemChange]

    /// Forgets the changes that were made before a time.
    ///
    /// The items stay, and so do the revisions' numbers.
    /// The oldest changes go first, so that none is missing between those that are kept.
    ///
    /// - Parameter time: The time.
    /// - Returns: How many changes were forgotten.
    /// - Throws: The failure of the storage.
    @discardableResult
    func forgetChanges(before time: Date) async throws -> Int

    /// Tells when there are new changes.
    ///
    /// It tells once for several, and from the moment it is made.
    func announcements() -> AsyncStream<Void>

    /// Verifies that the store works as far as can be told cheaply, for a health check.
    ///
    /// - Throws: The failure of the storage.
    func verify() async throws

    /// Checks all that is stored for damage, which may take minutes.
    ///
    /// - Throws: The failure of the storage.
    func checkIntegrity() async throws
}

extension ItemStore {
    /// Changes an item, whatever its revision.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - title: What it is called from now on; nil to leave it.
    ///   - count: How many there are of it from now on; nil to leave it.
    /// - Returns: The item as it is now.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``, ``ItemStoreError/invalid(field:reason:index:)``.
    public func update(_ id: UUID, title: String?, count: Int?) async throws -> Item {
        try await update(id, title: title, count: count, ifRevision: nil)
    }

    /// Deletes an item, whatever its revision.
    ///
    /// - Parameter id: Its identifier.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``.
    public func delete(_ id: UUID) async throws {
        try await delete(id, ifRevision: nil)
    }
}

public import Foundation

/// A list of items and its history of changes.
///
/// Changes are serialised and numbered, and each is atomic. In a durable store, a change is durable when its call
/// returns. If a task is cancelled while its change waits, the call throws a `CancellationError` and changes nothing. A
/// change that has begun is not interrupted.
///
/// Every method throws ``ItemStoreError`` when it rejects a call, and other errors, such as
/// ``TrellisSQLite/StorageError``, when the storage fails.
public protocol ItemStore: Sendable {
    /// Adds an item.
    ///
    /// - Parameters:
    ///   - title: The title: 1 to 1,024 bytes of UTF-8.
    ///   - count: The count: 0 or more.
    /// - Returns: The item that was added.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when a value is invalid.
    func add(title: String, count: Int) async throws -> Item

    /// Adds several items atomically.
    ///
    /// - Parameter items: The items, at most ``ItemBatch/maximumSize``.
    /// - Returns: The items that were added, in the same order.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when an item is invalid;
    ///   ``ItemStoreError/tooManyItems(count:limit:)`` when the batch is too large.
    func add(_ items: [NewItem]) async throws -> [Item]

    /// Returns an item.
    ///
    /// - Parameter id: The identifier of the item.
    /// - Returns: The current values of the item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    func item(_ id: UUID) async throws -> Item

    /// Updates an item.
    ///
    /// An update without an effect is not a change, and has no revision.
    ///
    /// - Parameters:
    ///   - id: The identifier of the item.
    ///   - title: The new title; nil to keep the current title.
    ///   - count: The new count; nil to keep the current count.
    ///   - expected: The expected revision; nil for any.
    /// - Returns: The updated item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier;
    ///   ``ItemStoreError/conflict(id:expected:actual:)`` when the item has another revision;
    ///   ``ItemStoreError/invalid(field:reason:index:)`` when a new value is invalid.
    func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) async throws -> Item

    /// Deletes an item.
    ///
    /// - Parameters:
    ///   - id: The identifier of the item.
    ///   - expected: The expected revision; nil for any.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier;
    ///   ``ItemStoreError/conflict(id:expected:actual:)`` when the item has another revision.
    func delete(_ id: UUID, ifRevision expected: Int?) async throws

    /// Imports items with their identifiers and times atomically.
    ///
    /// - Parameters:
    ///   - records: The items, at most ``ItemBatch/maximumSize``.
    ///   - replacing: Whether existing items are replaced. Otherwise they are left unchanged.
    /// - Returns: The numbers of added, replaced and unchanged items.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when an item is invalid;
    ///   ``ItemStoreError/tooManyItems(count:limit:)`` when the batch is too large.
    func importItems(_ records: [ItemRecord], replacing: Bool) async throws -> ItemImportCounts

    /// Returns a page of items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: The position of the last item of the previous page, after which the page starts; nil for the first
    ///     page.
    ///   - filter: A substring of the titles, ignoring the case of ASCII letters; nil for all items.
    ///   - limit: The maximum number of items.
    /// - Returns: The page; empty when there are no more items.
    /// - Throws: An error when the storage fails.
    func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage

    /// Returns the position of an item, for a page that starts after that item.
    ///
    /// - Parameter id: The identifier of the item.
    /// - Returns: The position. Items that were added before this item have smaller positions.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    func position(of id: UUID) async throws -> Int

    /// Returns a snapshot of the items.
    ///
    /// A store may use additional space while the snapshot exists.
    ///
    /// - Throws: An error when the storage fails.
    func snapshot() async throws -> any ItemSnapshot

    /// Returns the revision of the last change; 0 when there was none.
    ///
    /// - Throws: An error when the storage fails.
    func revision() async throws -> Int

    /// Returns changes in the order of their revisions.
    ///
    /// - Parameters:
    ///   - revision: The revision after which the changes start.
    ///   - limit: The maximum number of changes to return.
    /// - Returns: The changes; empty when there are none after the revision.
    /// - Throws: ``ItemStoreError/historyUnavailable(since:oldest:newest:)`` when changes after the revision were
    ///   pruned, or when the revision does not exist yet.
    func changes(since revision: Int, limit: Int) async throws -> [ItemChange]

    /// Deletes the records of changes that were made before a time.
    ///
    /// Items and revisions are not affected. Changes are pruned in the order of their revisions, so that the remaining ones are
    /// consecutive.
    ///
    /// - Parameter time: The time; changes that were made at this time are kept.
    /// - Returns: The number of pruned changes.
    /// - Throws: An error when the storage fails.
    @discardableResult
    func pruneChanges(before time: Date) async throws -> Int

    /// Returns a stream that yields after each new change; unread announcements are merged into one.
    func announcements() -> AsyncStream<Void>

    /// Verifies that the store works; cheap enough for a health check.
    ///
    /// - Throws: An error when the storage fails.
    func verify() async throws

    /// Checks all stored data for damage.
    ///
    /// The check may take minutes.
    ///
    /// - Throws: An error when the storage fails.
    func checkIntegrity() async throws
}

extension ItemStore {
    /// Updates an item with any revision.
    ///
    /// - Parameters:
    ///   - id: The identifier of the item.
    ///   - title: The new title; nil to keep the current title.
    ///   - count: The new count; nil to keep the current count.
    /// - Returns: The updated item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier;
    ///   ``ItemStoreError/invalid(field:reason:index:)`` when a new value is invalid.
    public func update(_ id: UUID, title: String?, count: Int?) async throws -> Item {
        try await update(id, title: title, count: count, ifRevision: nil)
    }

    /// Deletes an item with any revision.
    ///
    /// - Parameter id: The identifier of the item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    public func delete(_ id: UUID) async throws {
        try await delete(id, ifRevision: nil)
    }
}

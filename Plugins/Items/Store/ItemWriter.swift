public import Foundation

/// The operations of an ``ItemStore`` that change the list.
public protocol ItemWriter: Sendable {
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

    /// Deletes several items atomically.
    ///
    /// - Parameter ids: The identifiers, at most ``ItemBatch/maximumSize``. A repeated identifier has no effect.
    /// - Returns: The number of items that were deleted.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has one of the identifiers;
    ///   ``ItemStoreError/tooManyItems(count:limit:)`` when the batch is too large.
    func delete(_ ids: [UUID]) async throws -> Int

    /// Imports items with their identifiers and times atomically.
    ///
    /// - Parameters:
    ///   - records: The items, at most ``ItemBatch/maximumSize``.
    ///   - replacing: Whether existing items are replaced. Otherwise they are left unchanged.
    /// - Returns: The numbers of added, replaced and unchanged items.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when an item is invalid;
    ///   ``ItemStoreError/tooManyItems(count:limit:)`` when the batch is too large.
    func importItems(_ records: [ItemRecord], replacing: Bool) async throws -> ItemImportCounts
}

extension ItemWriter {
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

public import Foundation

/// The operations of an ``ItemStore`` that read the list and its history.
public protocol ItemReader: Sendable {
    /// Returns an item.
    ///
    /// - Parameter id: The identifier of the item.
    /// - Returns: The current values of the item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    func item(_ id: UUID) async throws -> Item

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
    ///   pruned, or when the history has no change with this revision: the client knows another history, such as the one
    ///   before a backup was restored.
    func changes(since revision: Int, limit: Int) async throws -> [ItemChange]

    /// Returns a stream that yields after each new change; unread announcements are merged into one.
    func announcements() -> AsyncStream<Void>

    /// The copy of this host, for reads that need not contain the newest changes; nil for a store on one host.
    var copy: (any ItemCopy)? { get }
}

extension ItemReader {
    /// No copy: the store is on one host.
    public var copy: (any ItemCopy)? { nil }
}

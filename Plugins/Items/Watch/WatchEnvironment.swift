import Trellis

/// A client's watch of the list.
typealias ItemWatch = ListWatch<Item, ItemChange>

/// The operations that a watch of the list uses.
typealias WatchEnvironment = ItemWatch.Environment

extension WatchEnvironment {
    /// Creates the environment from the store and the plugin's logger.
    init(store: any ItemReader, logger: Logger) {
        self.init(
            revision: { try await store.revision() },
            page: { .init(try await store.page(after: $0, filter: nil, limit: $1)) },
            changes: { try await store.changes(since: $0, limit: $1) },
            pageSize: ItemPage.defaultSize,
            announcements: { store.announcements() },
            logger: logger)
    }
}

extension ItemWatch.Page {
    /// Converts a page of the store.
    init(_ page: ItemPage) {
        self.init(elements: page.items, last: page.last)
    }
}

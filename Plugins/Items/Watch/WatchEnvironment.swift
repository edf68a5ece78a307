import Trellis

/// The operations that a watch uses, none of which changes the list.
struct WatchEnvironment: Sendable {
    /// Returns the revision of the last change.
    var revision: @Sendable () async throws -> Int

    /// Returns a page of items after a position.
    var page: @Sendable (_ position: Int?, _ limit: Int) async throws -> ItemPage

    /// Returns changes after a revision.
    var changes: @Sendable (_ revision: Int, _ limit: Int) async throws -> [ItemChange]

    /// The maximum number of items or changes to read at once.
    var pageSize = ItemPage.defaultSize

    /// Returns a stream that yields after new changes.
    var announcements: @Sendable () -> AsyncStream<Void>

    /// The plugin's logger.
    var logger: Logger
}

extension WatchEnvironment {
    /// Creates the environment from the plugin's environment and its store.
    init(plugin: PluginEnvironment, store: any ItemStore) {
        self.init(
            revision: { try await store.revision() },
            page: { try await store.page(after: $0, filter: nil, limit: $1) },
            changes: { try await store.changes(since: $0, limit: $1) },
            announcements: { store.announcements() },
            logger: plugin.logger)
    }
}

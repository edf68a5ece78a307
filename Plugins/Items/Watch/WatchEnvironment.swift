import Trellis

/// What one watch may use: to read, and to be told.
///
/// It can change nothing.
struct WatchEnvironment: Sendable {
    /// The revision of the last change.
    var revision: @Sendable () async throws -> Int

    /// Some items after a position.
    var page: @Sendable (_ position: Int?, _ limit: Int) async throws -> ItemPage

    /// Some changes after a revision.
    var changes: @Sendable (_ revision: Int, _ limit: Int) async throws -> [ItemChange]

    /// How many items or changes are read at a time.
    var pageSize = ItemPage.usualSize

    /// Tells when there are new changes.
    var announcements: @Sendable () -> AsyncStream<Void>

    /// A logger.
    var logger: Logger
}

extension WatchEnvironment {
    /// Cuts the environment from what the plugin has.
    init(plugin: PluginEnvironment, store: any ItemStore) {
        self.init(
            revision: { try await store.revision() },
            page: { try await store.page(after: $0, filter: nil, limit: $1) },
            changes: { try await store.changes(since: $0, limit: $1) },
            announcements: { store.announcements() },
            logger: plugin.logger)
    }
}

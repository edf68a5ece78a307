import Trellis

/// What one watch may use: to read, and to be told.
///
/// It can change nothing.
struct WatchEnvironment: Sendable {
    /// The items as they are now.
    var snapshot: @Sendable () async throws -> any ItemSnapshot

    /// Some changes after a revision.
    var changes: @Sendable (_ revision: Int, _ limit: Int) async throws -> [ItemChange]

    /// Tells when there are new changes.
    var announcements: @Sendable () -> AsyncStream<Void>

    /// A logger.
    var logger: Logger
}

extension WatchEnvironment {
    /// Cuts the environment from what the plugin has.
    init(plugin: PluginEnvironment, store: any ItemStore) {
        self.init(
            snapshot: { try await store.snapshot() },
            changes: { try await store.changes(since: $0, limit: $1) },
            announcements: { store.announcements() },
            logger: plugin.logger)
    }
}

import Trellis

/// The use case of a watch of the saved titles.
struct WatchSavedTitles: Sendable {
    private let history: any SavedTitleHistory
    private let logger: Logger

    init(history: any SavedTitleHistory, logger: Logger) {
        (self.history, self.logger) = (history, logger)
    }

    /// Returns the operations of a watch of a user's saved titles.
    func environment(of user: MovieUser) -> SavedTitleWatch.Environment {
        SavedTitleWatch.Environment(
            revision: { try await history.savedRevision(of: user) },
            page: { try await history.savedPage(of: user, after: $0, limit: $1) },
            changes: { try await history.savedChanges(of: user, since: $0, limit: $1) },
            announcements: { history.savedAnnouncements() },
            logger: logger)
    }
}

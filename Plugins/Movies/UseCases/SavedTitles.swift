import Trellis

/// The use case of saved titles.
struct SavedTitles: Sendable {
    private let base: UseCaseBase
    private let logger: Logger

    init(base: UseCaseBase, logger: Logger) {
        (self.base, self.logger) = (base, logger)
    }

    /// Saves a title for a user.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; ``UserStoreError`` when the user has saved the maximum
    ///   number of titles; `CancellationError` when the task is cancelled.
    func save(_ id: TitleID, for user: MovieUser) async throws {
        // The store keeps a copy of the title, so that the list of saved titles needs no source.
        let title = try await base.titles.details(of: id).value.title
        try await base.users.save(title, for: user)
    }

    /// Removes a title from the saved titles of a user.
    ///
    /// No error is thrown if the title is not saved, or no longer exists in the source.
    ///
    /// - Throws: An error when the storage fails.
    func unsave(_ id: TitleID, for user: MovieUser) async throws {
        try await base.users.unsave(id, for: user)
    }

    /// Returns the operations of a watch of a user's saved titles.
    func watchEnvironment(of user: MovieUser) -> SavedTitleWatch.Environment {
        SavedTitleWatch.Environment(
            revision: { try await base.users.savedRevision(of: user) },
            page: { try await base.users.savedPage(of: user, after: $0, limit: $1) },
            changes: { try await base.users.savedChanges(of: user, since: $0, limit: $1) },
            announcements: { base.users.savedAnnouncements() },
            logger: logger)
    }
}

import Trellis

extension SavedTitleWatch.Environment {
    /// Creates the environment for the user of the session.
    init(dependencies: SessionDependencies, user: MovieUser) {
        let users = dependencies.users
        self.init(
            revision: { try await users.savedRevision(of: user) },
            page: { try await users.savedPage(of: user, after: $0, limit: $1) },
            changes: { try await users.savedChanges(of: user, since: $0, limit: $1) },
            announcements: { users.savedAnnouncements() },
            logger: dependencies.logger)
    }
}

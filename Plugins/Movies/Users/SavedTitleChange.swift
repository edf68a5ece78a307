import Foundation
import Trellis

/// A change of the saved titles of a user.
///
/// The changes of each user are numbered from 1, so that a user cannot conclude from the numbers what others save.
struct SavedTitleChange: Revisioned, Hashable {
    /// The kind of a change.
    enum Kind: String, Sendable, Hashable {
        /// The title was saved.
        case saved

        /// The title was removed.
        case removed
    }

    /// The kind of the change.
    var kind: Kind

    /// The title, as it is or was saved.
    var title: SavedTitle

    /// The number of the change.
    var revision: Int
}

/// A saved title with the number of the change that saved it.
struct SavedTitleEntry: Revisioned, Hashable {
    /// The saved title.
    var title: SavedTitle

    /// The number of the change that saved the title; 0 if it was saved before changes were numbered.
    var revision: Int
}

/// A client's watch of the saved titles of its user.
typealias SavedTitleWatch = ListWatch<SavedTitleEntry, SavedTitleChange>

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

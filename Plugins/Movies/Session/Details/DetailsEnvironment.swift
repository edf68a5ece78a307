import Foundation
import Trellis

/// The operations that ``DetailsModel`` uses.
struct DetailsEnvironment: Sendable {
    /// Loads the details.
    var details: @Sendable (TitleID) async throws -> Answer<TitleDetails>

    /// Returns whether the user saved the title.
    var isSaved: @Sendable (TitleID) async throws -> Bool
}

extension DetailsEnvironment {
    /// Creates the environment for the user of the session.
    init(dependencies: SessionDependencies, user: MovieUser) {
        self.init(
            details: { try await dependencies.titles.details(of: $0) },
            isSaved: { try await dependencies.users.isSaved($0, by: user) })
    }
}

/// The details of a title for one user.
struct ShownTitle: Sendable, Hashable {
    /// The details of the title, from the source or the cache.
    var details: TitleDetails

    /// Whether the user saved the title.
    var isSaved: Bool

    /// The time at which a cached answer was fetched; nil when the answer is current.
    var fetched: Date?
}

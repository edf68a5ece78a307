import Foundation
import Trellis

/// What the details of a title may use: to ask for them, and whether the user saved the title.
struct DetailsEnvironment: Sendable {
    /// Asks for the details.
    var details: @Sendable (TitleID) async throws -> Answer<TitleDetails>

    /// Whether the user saved the title.
    var isSaved: @Sendable (TitleID) async throws -> Bool
}

extension DetailsEnvironment {
    /// Cuts the environment from what the session has.
    init(dependencies: MoviesScene.Dependencies, user: MovieUser) {
        self.init(
            details: { try await dependencies.titles.details(of: $0) },
            isSaved: { try await dependencies.users.isSaved($0, by: user) })
    }
}

/// A title as a user sees it.
struct ShownTitle: Sendable, Hashable {
    /// What there is to know of it.
    var details: TitleDetails

    /// Whether the user saved it.
    var isSaved: Bool

    /// When the answer was fetched, if the source is away and this is what it said before.
    var fetched: Date?
}

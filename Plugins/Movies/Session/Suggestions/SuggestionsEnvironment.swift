import Trellis

/// What suggestions may use: to read the queries that the user made before.
struct SuggestionsEnvironment: Sendable {
    /// The queries that begin with a text, the latest first; nil for all.
    var queries: @Sendable (_ beginning: String?) async throws -> [RememberedQuery]
}

extension SuggestionsEnvironment {
    /// Cuts the environment from what the session has.
    init(dependencies: MoviesScene.Dependencies, user: MovieUser) {
        self.init { try await dependencies.users.queries(of: user, beginning: $0) }
    }
}

/// What a user wants to have suggested: the arguments of the scene of suggestions.
struct SuggestionsRequest: Sendable, Hashable {
    /// What the queries begin with; nil for all.
    var beginning: String?
}

/// A suggestion, with the number that it has in the session.
struct NumberedSuggestion: Sendable, Hashable {
    /// Its number.
    var number: Int

    /// The query.
    var query: RememberedQuery
}

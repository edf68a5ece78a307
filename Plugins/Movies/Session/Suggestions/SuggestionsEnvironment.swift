import Trellis

/// The operations that ``SuggestionsModel`` uses.
struct SuggestionsEnvironment: Sendable {
    /// Loads the user's queries that begin with a prefix, the latest first; without a prefix, all queries.
    var queries: @Sendable (_ prefix: String?) async throws -> [RememberedQuery]
}

extension SuggestionsEnvironment {
    /// Creates the environment for the user of the session.
    init(dependencies: SessionDependencies, user: MovieUser) {
        self.init { try await dependencies.users.queries(of: user, withPrefix: $0) }
    }
}

/// The arguments of the scene of suggestions.
struct SuggestionsRequest: Sendable, Hashable {
    /// The prefix of the queries; nil for all.
    var prefix: String?
}

/// A suggestion with its number in the session.
struct NumberedSuggestion: Sendable, Hashable {
    /// The number that the user can choose, from 1.
    var number: Int

    /// The earlier query.
    var query: RememberedQuery
}

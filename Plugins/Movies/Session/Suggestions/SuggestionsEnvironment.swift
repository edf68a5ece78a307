/// The operations that ``SuggestionsModel`` uses.
struct SuggestionsEnvironment: Sendable {
    /// Loads the user's queries that begin with a prefix, the latest first; without a prefix, all queries.
    var suggestions: @Sendable (_ prefix: String?) async throws -> [NumberedSuggestion]
}

extension SuggestionsEnvironment {
    /// Creates the environment for the user of the session.
    init(queries: SuggestQueries, user: MovieUser) {
        self.init { try await queries.suggestions(withPrefix: $0, for: user) }
    }
}

/// The arguments of the scene of suggestions.
struct SuggestionsRequest: Sendable, Hashable {
    /// The prefix of the queries; nil for all.
    var prefix: String?
}

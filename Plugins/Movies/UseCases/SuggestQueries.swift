/// The use case of suggestions: the earlier queries of a user.
struct SuggestQueries: Sendable {
    private let queries: any QueryStore

    init(queries: any QueryStore) { self.queries = queries }

    /// Returns numbered queries, the latest first.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the queries; nil for all.
    ///   - user: The user of the session.
    /// - Returns: The queries, with their numbers from 1.
    /// - Throws: The error of the user store.
    func suggestions(withPrefix prefix: String?, for user: MovieUser) async throws -> [NumberedSuggestion] {
        try await queries.queries(of: user, withPrefix: prefix).enumerated()
            .map { NumberedSuggestion(number: $0.offset + 1, query: $0.element) }
    }

    /// Forgets a query of a user; without a query, all of them.
    ///
    /// - Throws: The error of the user store.
    func forget(_ query: SearchQuery?, of user: MovieUser) async throws {
        try await queries.forget(query, of: user)
    }
}

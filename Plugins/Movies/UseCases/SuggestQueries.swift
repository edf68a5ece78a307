/// The use case of suggestions: the earlier queries of a user.
struct SuggestQueries: Sendable {
    private let base: UseCaseBase

    init(base: UseCaseBase) { self.base = base }

    /// Returns numbered queries, the latest first.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the queries; nil for all.
    ///   - user: The user of the session.
    /// - Returns: The queries, with their numbers from 1.
    /// - Throws: The error of the user store.
    func suggestions(withPrefix prefix: String?, for user: MovieUser) async throws -> [NumberedSuggestion] {
        try await base.users.queries(of: user, withPrefix: prefix).enumerated()
            .map { NumberedSuggestion(number: $0.offset + 1, query: $0.element) }
    }

    /// Forgets a query of a user; without a query, all of them.
    ///
    /// - Throws: The error of the user store.
    func forget(_ query: SearchQuery?, of user: MovieUser) async throws {
        try await base.users.forget(query, of: user)
    }
}

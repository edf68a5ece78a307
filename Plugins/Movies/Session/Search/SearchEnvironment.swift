import Trellis

/// The operations that ``SearchModel`` uses.
struct SearchEnvironment: Sendable {
    /// Loads a page of results.
    var page: @Sendable (_ query: SearchQuery, _ number: Int) async throws -> Answer<TitlePage>

    /// Remembers a query for the user.
    ///
    /// A failure is logged and does not fail the search.
    var remember: @Sendable (_ query: SearchQuery) async -> Void
}

extension SearchEnvironment {
    /// Creates the environment for the user of the session.
    init(dependencies: SessionDependencies, user: MovieUser) {
        self.init(
            page: { try await dependencies.titles.search($0, page: $1) },
            remember: { query in
                do {
                    try await dependencies.users.remember(query, for: user)
                } catch {
                    dependencies.logger.warning("failed to remember a query", metadata: ["error": "\(error)"])
                }
            })
    }
}

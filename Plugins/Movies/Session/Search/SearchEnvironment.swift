import Trellis

/// What a search may use: to ask for pages, and to have its query remembered.
struct SearchEnvironment: Sendable {
    /// Asks for a page of results.
    var page: @Sendable (_ query: SearchQuery, _ number: Int) async throws -> Answer<TitlePage>

    /// Has a query remembered for the user.
    ///
    /// That it could not be is no reason for the search to fail.
    var remember: @Sendable (_ query: SearchQuery) async -> Void
}

extension SearchEnvironment {
    /// Cuts the environment from what the session has.
    init(dependencies: MoviesScene.Dependencies, user: MovieUser) {
        self.init(
            page: { try await dependencies.titles.search($0, page: $1) },
            remember: { query in
                do {
                    try await dependencies.users.remember(query, for: user)
                } catch {
                    dependencies.logger.warning("a query could not be remembered", metadata: ["error": "\(error)"])
                }
            })
    }
}

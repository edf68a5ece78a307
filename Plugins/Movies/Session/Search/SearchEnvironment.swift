/// The operations that ``SearchModel`` uses.
struct SearchEnvironment: Sendable {
    /// Loads the requested page of results, and remembers the query for the user.
    var search: @Sendable (SearchRequest) async throws -> TitleListing

    /// Loads a further page of results.
    var page: @Sendable (_ number: Int, _ query: SearchQuery) async throws -> TitleListing
}

extension SearchEnvironment {
    /// Creates the environment for the user of the session.
    init(dependencies: SessionDependencies, user: MovieUser) {
        self.init(
            search: { try await dependencies.search.search($0, for: user) },
            page: { try await dependencies.search.page($0, of: $1) })
    }
}

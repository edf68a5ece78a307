/// The operations that ``SearchModel`` uses.
struct SearchEnvironment: Sendable {
    /// Loads the requested page of results, and remembers the query for the user.
    var search: @Sendable (SearchRequest) async throws -> TitleListing

    /// Loads a further page of results.
    var page: @Sendable (_ number: Int, _ query: SearchQuery) async throws -> TitleListing
}

extension SearchEnvironment {
    /// Creates the environment for the user of the session.
    init(titles: SearchTitles, user: MovieUser) {
        self.init(search: { try await titles.search($0, for: user) }, page: { try await titles.page($0, of: $1) })
    }
}

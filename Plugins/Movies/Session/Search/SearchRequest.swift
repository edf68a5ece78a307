/// The arguments of the scene of a search.
struct SearchRequest: Sendable, Hashable {
    /// The query.
    var query: SearchQuery

    /// The first page to show, in ``TitlePage/numbers``.
    var page = 1
}

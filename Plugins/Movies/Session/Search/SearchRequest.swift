/// The arguments of the scene of a search.
struct SearchRequest: Sendable, Hashable {
    /// The words to search for.
    var query: SearchQuery

    /// The first page to show, in ``TitlePage/numbers``.
    var page = 1
}

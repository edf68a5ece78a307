/// What a user wants to search: the arguments of the scene of a search.
struct SearchRequest: Sendable, Hashable {
    /// The words.
    var query: SearchQuery

    /// The page to begin with, in ``TitlePage/numbers``.
    var page = 1
}

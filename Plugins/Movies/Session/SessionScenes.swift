import Trellis

/// The scenes that a session can open.
///
/// Only the coordinator receives the scenes.
struct SessionScenes: Sendable {
    /// The results of a search.
    var search: Scene<SearchRequest, SearchModel>

    /// A list of titles that is not the result of a search.
    var list: Scene<ListRequest, ListModel>

    /// The details of a title.
    var details: Scene<TitleID, DetailsModel>

    /// Suggestions of earlier queries.
    var suggestions: Scene<SuggestionsRequest, SuggestionsModel>
}

/// The navigation that suggestions can request.
struct SuggestionsActions: Sendable {
    /// Closes the suggestions and searches for the chosen query.
    ///
    /// When the search fails, the suggestions stay open.
    var closeSuggestions: @Sendable (_ chosen: SearchQuery) async throws -> TitleListing
}

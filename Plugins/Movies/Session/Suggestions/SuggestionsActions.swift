import Trellis

/// What suggestions may ask of their coordinator.
struct SuggestionsActions: Sendable {
    /// To close them, for a search by the one that was chosen.
    ///
    /// When that fails, they stay open.
    var closeSuggestions: @Sendable (_ chosen: SearchQuery) async throws -> TitleListing
}

extension SuggestionsActions {
    /// Cuts the actions from a coordinator, which is asked as long as its session is open.
    init(coordinator: Live<MoviesCoordinator>) {
        self.init { try await coordinator().search(SearchRequest(query: $0)) }
    }
}

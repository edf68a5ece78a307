import Trellis

/// What a search may ask of its coordinator.
struct SearchActions: Sendable {
    /// To show the details of a title.
    var showDetails: @Sendable (TitleID) async throws -> ShownTitle

    /// To show queries that were made before, which begin with a text.
    var showSuggestions: @Sendable (_ beginning: String?) async throws -> [NumberedSuggestion]
}

extension SearchActions {
    /// Cuts the actions from a coordinator, which is asked as long as its session is open.
    init(coordinator: Live<MoviesCoordinator>) {
        self.init(
            showDetails: { try await coordinator().showDetails(of: $0) },
            showSuggestions: { try await coordinator().showSuggestions(beginning: $0) })
    }
}

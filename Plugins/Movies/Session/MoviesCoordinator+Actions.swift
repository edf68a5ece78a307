import Trellis

// The actions of the models call methods of the coordinator, which opens the scenes of the models. `Lazy` breaks this
// cycle. An action throws an error after the session has closed.

extension SearchActions {
    /// Creates the actions that navigate through a coordinator.
    init(coordinator: Lazy<MoviesCoordinator>) {
        self.init(
            showDetails: { try await coordinator().showDetails(of: $0) },
            showSuggestions: { try await coordinator().showSuggestions(withPrefix: $0) })
    }
}

extension ListActions {
    /// Creates the actions that navigate through a coordinator.
    init(coordinator: Lazy<MoviesCoordinator>) {
        self.init { try await coordinator().showDetails(of: $0) }
    }
}

extension SuggestionsActions {
    /// Creates the actions that navigate through a coordinator.
    init(coordinator: Lazy<MoviesCoordinator>) {
        self.init { try await coordinator().search(SearchRequest(query: $0)) }
    }
}

import Trellis

/// What a list may ask of its coordinator.
struct ListActions: Sendable {
    /// To show the details of a title.
    var showDetails: @Sendable (TitleID) async throws -> ShownTitle
}

extension ListActions {
    /// Cuts the actions from a coordinator, which is asked as long as its session is open.
    init(coordinator: Live<MoviesCoordinator>) {
        self.init { try await coordinator().showDetails(of: $0) }
    }
}

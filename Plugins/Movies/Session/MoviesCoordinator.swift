import Trellis

/// The models of the open scenes of a session.
typealias MoviesStack = NavigationStack<any SceneModel>

/// Opens the scenes of a session.
///
/// A search or a list replaces the whole navigation stack. Details and suggestions are pushed above the list that they
/// belong to. The models of the open scenes call the coordinator through their actions.
struct MoviesCoordinator: Sendable {
    private let scenes: SessionScenes
    private let stack: MoviesStack

    /// Creates the coordinator, which only the scope of a session can do: other code has no ``Building``.
    init(scenes: SessionScenes, stack: MoviesStack, _: Building) {
        self.scenes = scenes
        self.stack = stack
    }

    /// Searches, and shows the results.
    func search(_ request: SearchRequest) async throws -> TitleListing {
        try await push(scenes.search, request, keeping: { _ in false }) { try await $0.load() }
    }

    /// Shows a list.
    func show(_ request: ListRequest) async throws -> TitleListing {
        try await push(scenes.list, request, keeping: { _ in false }) { try await $0.load() }
    }

    /// Shows the details of a title, above the open list.
    func showDetails(of id: TitleID) async throws -> ShownTitle {
        try await push(scenes.details, id, keeping: { $0 is any TitleListModel }) {
            try await $0.load()
        }
    }

    /// Shows suggestions, above everything except other suggestions.
    func showSuggestions(withPrefix prefix: String?) async throws -> [NumberedSuggestion] {
        try await push(
            scenes.suggestions, SuggestionsRequest(prefix: prefix),
            keeping: { !($0 is SuggestionsModel) }
        ) { try await $0.load() }
    }

    private func push<Arguments, Model: SceneModel, Contents: Sendable>(
        _ scene: Scene<Arguments, Model>, _ arguments: Arguments, keeping isKept: @Sendable (any SceneModel) -> Bool,
        _ load: @Sendable (Model) async throws -> Contents
    ) async throws -> Contents {
        try await stack.push(scene, arguments, keeping: isKept, as: { $0 }, load: load)
    }
}

import Trellis

/// Opens and closes the scenes of a session, and keeps the open scenes in a stack.
///
/// A scene is opened and loaded before it is pushed, so a call that fails or is cancelled does not change the stack. A search or a
/// list replaces the whole stack. Details and suggestions are pushed above the list that they belong to.
actor MoviesCoordinator {
    /// An open scene, with the function that closes it.
    private struct StackEntry {
        var controller: any AnySceneController
        var close: @Sendable () async -> Void
    }

    private let scenes: SessionScenes
    private var stack: [StackEntry] = []

    init(scenes: SessionScenes, _: Building) {
        self.scenes = scenes
    }

    /// Searches, and shows the results.
    func search(_ request: SearchRequest) async throws -> TitleListing {
        try await push(scenes.search, request, keeping: { _ in [] }) { try await $0.load() }
    }

    /// Shows a list.
    func show(_ request: ListRequest) async throws -> TitleListing {
        try await push(scenes.list, request, keeping: { _ in [] }) { try await $0.load() }
    }

    /// Shows the details of a title, above the open list.
    func showDetails(of id: TitleID) async throws -> ShownTitle {
        try await push(scenes.details, id, keeping: { $0.filter { $0.controller.list != nil } }) {
            try await $0.load()
        }
    }

    /// Shows suggestions, above everything except other suggestions.
    func showSuggestions(withPrefix prefix: String?) async throws -> [NumberedSuggestion] {
        try await push(
            scenes.suggestions, SuggestionsRequest(prefix: prefix),
            keeping: { $0.filter { !($0.controller is SceneController<SuggestionsModel>) } }
        ) { try await $0.load() }
    }

    /// Shows the details of the referenced title.
    ///
    /// The open list resolves a number, and shows the details of the title.
    func show(_ reference: TitleReference) async throws -> ShownTitle {
        switch reference {
        case .id(let id): return try await showDetails(of: id)
        case .number(let number):
            guard let list = stack.last(where: { $0.controller.list != nil })?.controller.list else {
                throw SessionError.noSuchNumber(number, highest: 0)
            }
            return try await list.select(number)
        }
    }

    /// Shows suggestions, through the open search if there is one.
    func suggest(withPrefix prefix: String?) async throws -> [NumberedSuggestion] {
        guard let search = stack.last?.controller as? SceneController<SearchModel> else {
            return try await showSuggestions(withPrefix: prefix)
        }
        return try await search.model.suggest(withPrefix: prefix)
    }

    /// Searches for the suggestion with a number, through the open suggestions.
    func choose(_ number: Int) async throws -> TitleListing {
        guard let suggestions = stack.last?.controller as? SceneController<SuggestionsModel> else {
            throw SessionError.noSuchNumber(number, highest: 0)
        }
        return try await suggestions.model.choose(number)
    }

    /// Loads the next page of the open list, and returns to that list.
    func next() async throws -> TitleListing {
        guard let entry = stack.last(where: { $0.controller.list != nil }), let list = entry.controller.list else {
            throw SessionError.noListOpen
        }
        let listing = try await list.next()
        // If another call has replaced the stack during the await, the stack remains unchanged.
        if let index = stack.firstIndex(where: { $0.controller === entry.controller }) {
            let removed = stack[(index + 1)...]
            stack.removeSubrange((index + 1)...)
            for entry in removed.reversed() { await entry.close() }
        }
        return listing
    }

    /// Closes the top entry.
    ///
    /// - Returns: The new top entry; nil when the stack is empty.
    func back() async -> NavigationEntry? {
        if let last = stack.popLast() { await last.close() }
        return await stack.last?.controller.entry
    }

    /// The open entries, from the bottom of the stack to its top.
    func entries() async -> [NavigationEntry] {
        var entries: [NavigationEntry] = []
        for open in stack { entries.append(await open.controller.entry) }
        return entries
    }

    /// Returns the identifier of the referenced title, or of the open title when the reference is nil.
    ///
    /// - Throws: ``SessionError`` when the number does not exist, or when no title is open.
    func titleID(of reference: TitleReference?) async throws(SessionError) -> TitleID {
        switch reference {
        case .id(let id): return id
        case .number(let number):
            guard let list = stack.last(where: { $0.controller.list != nil })?.controller.list else {
                throw .noSuchNumber(number, highest: 0)
            }
            return try await list.title(number)
        case nil:
            guard let id = stack.last?.controller.titleID else { throw .noTitleOpen }
            return id
        }
    }

    /// Opens a scene, loads its contents, and pushes it.
    ///
    /// - Parameters:
    ///   - scene: The scene to open.
    ///   - arguments: The arguments of the scene.
    ///   - keeping: Returns the open entries that remain below the scene.
    ///   - load: Loads the contents of the scene into its model.
    /// - Returns: The result of `load`.
    /// - Throws: The error of opening or of loading; the stack is then unchanged.
    private func push<Arguments, Model, Contents>(
        _ scene: Scene<Arguments, SceneController<Model>>, _ arguments: Arguments,
        keeping: ([StackEntry]) -> [StackEntry],
        _ load: (Model) async throws -> Contents
    ) async throws -> Contents {
        let open = try await scene.open(arguments)
        do {
            let controller = try open.model
            let contents = try await load(controller.model)
            // The stack may change during each await. It is therefore read and changed between two awaits.
            let kept = keeping(stack)
            let removed = stack.filter { entry in !kept.contains { $0.controller === entry.controller } }
            stack = kept + [StackEntry(controller: controller, close: { await open.close() })]
            for entry in removed.reversed() { await entry.close() }
            return contents
        } catch {
            await open.close()
            throw error
        }
    }
}

import Trellis

/// Knows where a session is: it opens and closes the scenes, and no model does.
///
/// A scene is opened and loaded first, and becomes the place where the session is when that went well. So a command
/// that fails, or whose caller goes away, leaves the session where it was. A search or a list takes the place of
/// everything; details and suggestions come above the list that they belong to.
actor MoviesCoordinator {
    /// A scene that is open.
    private struct OpenPlace {
        var controller: any PlaceController
        var close: @Sendable () async -> Void
    }

    private let scenes: MoviesScene.Rights
    private var stack: [OpenPlace] = []

    init(scenes: MoviesScene.Rights, _: Building) {
        self.scenes = scenes
    }

    /// Searches, and goes to the results.
    func search(_ request: SearchRequest) async throws -> TitleListing {
        try await enter(scenes.search, request, keeping: { _ in [] }) { try await $0.load() }
    }

    /// Goes to a list.
    func show(_ request: ListRequest) async throws -> TitleListing {
        try await enter(scenes.list, request, keeping: { _ in [] }) { try await $0.load() }
    }

    /// Goes to the details of a title, above the list that is open.
    func showDetails(of id: TitleID) async throws -> ShownTitle {
        try await enter(scenes.details, id, keeping: { $0.filter { $0.controller.list != nil } }) {
            try await $0.load()
        }
    }

    /// Goes to the suggestions, above everything but other suggestions.
    func showSuggestions(beginning: String?) async throws -> [NumberedSuggestion] {
        let request = SuggestionsRequest(beginning: beginning)
        return try await enter(
            scenes.suggestions, request,
            keeping: { $0.filter { !($0.controller is SceneController<SuggestionsModel>) } }
        ) { try await $0.load() }
    }

    /// Goes to the details of the title that a user names.
    ///
    /// A number is looked up by the list that is open, which asks for them.
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

    /// Goes to the suggestions, as the search that is open asks for them, if there is one.
    func suggest(beginning: String?) async throws -> [NumberedSuggestion] {
        guard let search = stack.last?.controller as? SceneController<SearchModel> else {
            return try await showSuggestions(beginning: beginning)
        }
        return try await search.model.suggest(beginning: beginning)
    }

    /// Searches by the suggestion that has a number, as the suggestions that are open ask for it.
    func choose(_ number: Int) async throws -> TitleListing {
        guard let suggestions = stack.last?.controller as? SceneController<SuggestionsModel> else {
            throw SessionError.noSuchNumber(number, highest: 0)
        }
        return try await suggestions.model.choose(number)
    }

    /// Tells the next page of the list that is open, and goes back to that list.
    func next() async throws -> TitleListing {
        guard let place = stack.last(where: { $0.controller.list != nil }), let list = place.controller.list else {
            throw SessionError.noListOpen
        }
        let listing = try await list.next()
        // Meanwhile the session may have gone elsewhere. Then it stays there.
        if let index = stack.firstIndex(where: { $0.controller === place.controller }) {
            let left = stack[(index + 1)...]
            stack.removeSubrange((index + 1)...)
            for place in left.reversed() { await place.close() }
        }
        return listing
    }

    /// Goes back to the place before.
    ///
    /// - Returns: That place; nil when there is none.
    func back() async -> Place? {
        if let last = stack.popLast() { await last.close() }
        return await stack.last?.controller.place
    }

    /// The places that are open, the outermost first.
    func places() async -> [Place] {
        var places: [Place] = []
        for open in stack { places.append(await open.controller.place) }
        return places
    }

    /// The title that a user names; without a name, the one that is open.
    ///
    /// - Throws: ``SessionError``.
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

    /// Opens a scene, loads what is shown there, and goes there.
    ///
    /// - Parameters:
    ///   - scene: The right to open it.
    ///   - arguments: Its arguments.
    ///   - keeping: Which of the places that are open then stay beneath it.
    ///   - load: Loads what is shown.
    /// - Returns: What is shown.
    /// - Throws: What keeps the scene from being opened, and what loading throws; the session stays where it was.
    private func enter<Arguments, Model, Shown>(
        _ scene: Scene<Arguments, SceneController<Model>>, _ arguments: Arguments,
        keeping: ([OpenPlace]) -> [OpenPlace],
        _ load: (Model) async throws -> Shown
    ) async throws -> Shown {
        let open = try await scene.open(arguments)
        do {
            let controller = try open.model
            let shown = try await load(controller.model)
            // The stack is read only now, since it may have changed meanwhile, and is changed without an await.
            let kept = keeping(stack)
            let left = stack.filter { place in !kept.contains { $0.controller === place.controller } }
            stack = kept + [OpenPlace(controller: controller, close: { await open.close() })]
            for place in left.reversed() { await place.close() }
            return shown
        } catch {
            await open.close()
            throw error
        }
    }
}

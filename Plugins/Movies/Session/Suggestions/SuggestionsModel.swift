/// Queries that the user made before.
actor SuggestionsModel: SceneModel {
    private let request: SuggestionsRequest
    private let environment: SuggestionsEnvironment
    private let actions: SuggestionsActions
    private var queries: [RememberedQuery] = []

    init(request: SuggestionsRequest, environment: SuggestionsEnvironment, actions: SuggestionsActions) {
        self.request = request
        self.environment = environment
        self.actions = actions
    }

    var place: Place {
        let extent = Place.Extent(page: 1, pages: queries.isEmpty ? 0 : 1, total: queries.count)
        return Place(scene: .suggestions, about: request.beginning, extent: extent)
    }

    /// Loads the queries.
    ///
    /// - Throws: What the store throws.
    func load() async throws -> [NumberedSuggestion] {
        queries = try await environment.queries(request.beginning)
        return queries.enumerated().map { NumberedSuggestion(number: $0.offset + 1, query: $0.element) }
    }

    /// Asks for a search by the suggestion that has a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)``, ``MovieSourceError``, `CancellationError`.
    func choose(_ number: Int) async throws -> TitleListing {
        guard queries.indices.contains(number - 1) else {
            throw SessionError.noSuchNumber(number, highest: queries.count)
        }
        return try await actions.closeSuggestions(SearchQuery(queries[number - 1].text))
    }
}

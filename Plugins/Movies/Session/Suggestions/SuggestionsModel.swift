/// The model of a list of earlier queries.
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

    var entry: NavigationEntry {
        let pagination = Pagination(page: 1, pages: queries.isEmpty ? 0 : 1, total: queries.count)
        return NavigationEntry(kind: .suggestions, subject: request.prefix, pagination: pagination)
    }

    /// Loads the queries with the requested prefix, and numbers them.
    ///
    /// - Throws: The error of the user store.
    func load() async throws -> [NumberedSuggestion] {
        queries = try await environment.queries(request.prefix)
        return queries.enumerated().map { NumberedSuggestion(number: $0.offset + 1, query: $0.element) }
    }

    /// Searches for the suggestion with a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)`` when the number does not exist; ``MovieSourceError`` when
    ///   the source fails; `CancellationError` when the task is cancelled.
    func choose(_ number: Int) async throws -> TitleListing {
        guard queries.indices.contains(number - 1) else {
            throw SessionError.noSuchNumber(number, highest: queries.count)
        }
        return try await actions.closeSuggestions(SearchQuery(queries[number - 1].text))
    }
}

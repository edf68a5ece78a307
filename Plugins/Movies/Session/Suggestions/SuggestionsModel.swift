/// The model of a list of earlier queries.
actor SuggestionsModel: SceneModel {
    private let request: SuggestionsRequest
    private let environment: SuggestionsEnvironment
    private let actions: SuggestionsActions
    private var suggestions: [NumberedSuggestion] = []

    init(request: SuggestionsRequest, environment: SuggestionsEnvironment, actions: SuggestionsActions) {
        self.request = request
        self.environment = environment
        self.actions = actions
    }

    var entry: NavigationEntry {
        let pagination = Pagination(page: 1, pages: suggestions.isEmpty ? 0 : 1, total: suggestions.count)
        return NavigationEntry(kind: .suggestions, subject: request.prefix, pagination: pagination)
    }

    /// Loads the queries with the requested prefix.
    ///
    /// - Throws: The error of the user store.
    func load() async throws -> [NumberedSuggestion] {
        suggestions = try await environment.suggestions(request.prefix)
        return suggestions
    }

    /// Searches for the suggestion with a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)`` when the number does not exist; ``MovieSourceError`` when
    ///   the source fails; `CancellationError` when the task is cancelled.
    func choose(_ number: Int) async throws -> TitleListing {
        guard let chosen = suggestions.first(where: { $0.number == number }) else {
            throw SessionError.noSuchNumber(number, highest: suggestions.count)
        }
        return try await actions.closeSuggestions(SearchQuery(chosen.query.text))
    }
}

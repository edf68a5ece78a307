/// The model of the results of a search.
actor SearchModel: TitleListModel {
    private let request: SearchRequest
    private let environment: SearchEnvironment
    private let actions: SearchActions
    private var titles = NumberedTitles()

    init(request: SearchRequest, environment: SearchEnvironment, actions: SearchActions) {
        self.request = request
        self.environment = environment
        self.actions = actions
    }

    var entry: NavigationEntry {
        NavigationEntry(kind: .search, subject: request.query.text, pagination: titles.pagination)
    }

    func load() async throws -> TitleListing {
        let listing = try await page(request.page)
        // Only a query that was answered becomes a suggestion.
        await environment.remember(request.query)
        return listing
    }

    func next() async throws -> TitleListing {
        guard let next = titles.nextPage else { return TitleListing(after: titles.pagination) }
        return try await page(next)
    }

    func title(_ number: Int) throws(SessionError) -> TitleID {
        try titles.title(number)
    }

    func select(_ number: Int) async throws -> ShownTitle {
        try await actions.showDetails(titles.title(number))
    }

    /// Shows earlier queries.
    ///
    /// - Parameter prefix: The prefix of the queries; nil for all.
    /// - Returns: The queries, the latest first.
    /// - Throws: The error of the user store.
    func suggest(withPrefix prefix: String?) async throws -> [NumberedSuggestion] {
        try await actions.showSuggestions(prefix)
    }

    private func page(_ number: Int) async throws -> TitleListing {
        let listing = TitleListing(try await environment.page(request.query, number))
        titles.add(listing)
        return listing
    }
}

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
        try await add(environment.search(request))
    }

    func next() async throws -> TitleListing {
        guard let next = titles.nextPage else { return TitleListing(after: titles.pagination) }
        return try await add(environment.page(next, request.query))
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

    private func add(_ listing: TitleListing) -> TitleListing {
        titles.add(listing)
        return listing
    }
}

/// The results of a search.
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

    var place: Place { Place(scene: .search, about: request.query.text, extent: titles.extent) }

    func load() async throws -> TitleListing {
        let listing = try await page(request.page)
        // What was not answered is not worth to be suggested.
        await environment.remember(request.query)
        return listing
    }

    func next() async throws -> TitleListing {
        guard let next = titles.nextPage else { return TitleListing(after: titles.extent) }
        return try await page(next)
    }

    func title(_ number: Int) throws(SessionError) -> TitleID {
        try titles.title(number)
    }

    func select(_ number: Int) async throws -> ShownTitle {
        try await actions.showDetails(titles.title(number))
    }

    /// Asks for queries to be shown that were made before.
    ///
    /// - Parameter beginning: What they begin with; nil for all.
    /// - Returns: The queries, the latest first.
    /// - Throws: What the store of them throws.
    func suggest(beginning: String?) async throws -> [NumberedSuggestion] {
        try await actions.showSuggestions(beginning)
    }

    private func page(_ number: Int) async throws -> TitleListing {
        let listing = TitleListing(try await environment.page(request.query, number))
        titles.add(listing)
        return listing
    }
}

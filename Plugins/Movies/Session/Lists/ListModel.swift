/// The model of a list of titles that is not the result of a search.
actor ListModel: TitleListModel {
    private let request: ListRequest
    private let environment: ListEnvironment
    private let actions: ListActions
    private var titles = NumberedTitles()

    init(request: ListRequest, environment: ListEnvironment, actions: ListActions) {
        self.request = request
        self.environment = environment
        self.actions = actions
    }

    var entry: NavigationEntry { NavigationEntry(kind: .list(request.list), pagination: titles.pagination) }

    func load() async throws -> TitleListing {
        try await page(request.page)
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

    private func page(_ number: Int) async throws -> TitleListing {
        let listing = try await environment.page(number, request.list)
        titles.add(listing)
        return listing
    }
}

/// The operations that ``ListModel`` uses.
struct ListEnvironment: Sendable {
    /// Loads a page of the list.
    var page: @Sendable (_ number: Int) async throws -> TitleListing
}

extension ListEnvironment {
    /// Creates the environment for the requested list and the user of the session.
    init(request: ListRequest, dependencies: SessionDependencies, user: MovieUser) {
        self.init { try await dependencies.lists.page($0, of: request.list, for: user) }
    }
}

/// The arguments of the scene of a list.
struct ListRequest: Sendable, Hashable {
    /// The list to show.
    var list: TitleList

    /// The first page to show, in ``TitlePage/numbers``.
    var page = 1
}

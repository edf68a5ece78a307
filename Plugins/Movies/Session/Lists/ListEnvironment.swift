/// The operations that ``ListModel`` uses.
struct ListEnvironment: Sendable {
    /// Loads a page of a list.
    var page: @Sendable (_ number: Int, _ list: TitleList) async throws -> TitleListing
}

extension ListEnvironment {
    /// Creates the environment for the user of the session.
    init(lists: ListTitles, user: MovieUser) {
        self.init { try await lists.page($0, of: $1, for: user) }
    }
}

/// The arguments of the scene of a list.
struct ListRequest: Sendable, Hashable {
    /// The list to show.
    var list: TitleList

    /// The first page to show, in ``TitlePage/numbers``.
    var page = 1
}

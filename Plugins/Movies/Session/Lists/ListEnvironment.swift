import Trellis

/// The operations that ``ListModel`` uses.
struct ListEnvironment: Sendable {
    /// Loads a page of the list.
    var page: @Sendable (_ number: Int) async throws -> TitleListing
}

extension ListEnvironment {
    /// Creates the environment with the use case of the requested list.
    init(request: ListRequest, dependencies: SessionDependencies, user: MovieUser) {
        switch request.list {
        case .home: self.init { TitleListing(try await dependencies.home.page($0)) }
        case .upcoming: self.init { TitleListing(try await dependencies.upcoming.page($0)) }
        case .saved: self.init { _ in TitleListing(try await dependencies.saved.titles(of: user)) }
        }
    }
}

/// The arguments of the scene of a list.
struct ListRequest: Sendable, Hashable {
    /// The list to show.
    var list: TitleList

    /// The first page to show, in ``TitlePage/numbers``.
    var page = 1
}

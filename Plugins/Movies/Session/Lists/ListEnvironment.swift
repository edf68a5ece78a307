import Trellis

/// What a list may use: to ask for pages of it.
struct ListEnvironment: Sendable {
    /// Asks for a page.
    var page: @Sendable (_ number: Int) async throws -> TitleListing
}

extension ListEnvironment {
    /// Cuts the environment from what the session has: of its use cases, the one that the list is about.
    init(request: ListRequest, dependencies: MoviesScene.Dependencies, user: MovieUser) {
        switch request.list {
        case .home: self.init { TitleListing(try await dependencies.home.page($0)) }
        case .upcoming: self.init { TitleListing(try await dependencies.upcoming.page($0)) }
        case .saved: self.init { _ in TitleListing(try await dependencies.saved.titles(of: user)) }
        }
    }
}

/// Which list a user wants to see: the arguments of the scene of a list.
struct ListRequest: Sendable, Hashable {
    /// The list.
    var list: TitleList

    /// The page to begin with, in ``TitlePage/numbers``.
    var page = 1
}

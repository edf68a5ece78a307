/// A use case, with the dependencies of its base.
protocol MoviesUseCase: Sendable {
    /// The common dependencies.
    var base: UseCaseBase { get }
}

extension MoviesUseCase {
    /// The repository of titles.
    var titles: any MovieRepository { base.titles }

    /// The store of saved titles and queries.
    var users: any UserStore { base.users }
}

import Trellis

/// The dependencies that all use cases have in common, declared once.
///
/// Only a scope can create the value with its dependencies. Code outside a scope, such as a test, passes them.
struct UseCaseBase: UsesDependencies, Sendable {
    static var dependencies: DependencyTypes { DependencyTypes(\Self.titles, \Self.users) }

    /// The repository of titles.
    @Dependency var titles: any MovieRepository

    /// The store of saved titles and queries.
    @Dependency var users: any UserStore

    /// Creates the value in a scope, which provides the dependencies.
    init(_ building: Building) throws {
        _titles = try Dependency(building)
        _users = try Dependency(building)
    }

    /// Creates the value outside a scope.
    init(titles: any MovieRepository, users: any UserStore) {
        _titles = Dependency(wrappedValue: titles)
        _users = Dependency(wrappedValue: users)
    }
}

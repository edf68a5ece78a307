import Trellis

/// The dependency that the use cases have in common, declared once.
///
/// Only a scope can create the value with its dependency. Code outside a scope, such as a test, passes it.
struct UseCaseBase: UsesDependencies, Sendable {
    static var dependencies: DependencyTypes { DependencyTypes(\Self.titles) }

    /// The repository of titles.
    @Dependency var titles: any MovieRepository

    /// Creates the value in a scope, which provides the dependency.
    init(_ building: Building) throws { _titles = try Dependency(building) }

    /// Creates the value outside a scope.
    init(titles: any MovieRepository) { _titles = Dependency(wrappedValue: titles) }
}

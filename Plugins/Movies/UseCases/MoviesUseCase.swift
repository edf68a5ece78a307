import Trellis

/// The base class of all use cases.
///
/// The class declares the repository once for its subclasses.
///
/// A scope injects the repository. Code outside a scope, such as a test, passes the repository to the initializer.
///
/// `@unchecked Sendable`: the property wrapper holds a `Sendable` value and is written only in the initializer. The
/// compiler cannot verify this, because a wrapped property is a variable.
class MoviesUseCase: UsesDependencies, @unchecked Sendable {
    /// The dependencies of every use case; a subclass adds its own.
    class var dependencies: DependencyTypes { DependencyTypes((any MovieRepository).self) }

    /// The repository of titles.
    @Dependency var repository: any MovieRepository

    /// Creates a use case in a scope, which injects its dependencies.
    init() {}

    /// Creates a use case outside a scope.
    init(repository: any MovieRepository) {
        _repository = Dependency(wrappedValue: repository)
    }
}

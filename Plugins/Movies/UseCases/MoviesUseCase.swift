import Trellis

/// Something that can be done with the titles: the base of all use cases.
///
/// It has the repository, which is declared here, once, and inherited. Who makes a use case by a scope need not hand
/// it anything; who makes one by hand, as in a test, hands it a repository.
///
/// `@unchecked Sendable`: what makes it safe is that the wrapper is written in the initialiser and never after, and
/// that it holds a `Sendable` value. The compiler can't see that, since a property with a wrapper is a variable.
class MoviesUseCase: UsesDependencies, @unchecked Sendable {
    /// What every use case asks for.
    ///
    /// One that asks for more adds to it.
    class var dependencies: DependencyTypes { DependencyTypes((any MovieRepository).self) }

    /// The titles.
    @Dependency var repository: any MovieRepository

    /// Creates a use case in a scope.
    init() {}

    /// Creates a use case by hand.
    init(repository: any MovieRepository) {
        _repository = Dependency(wrappedValue: repository)
    }
}

import Trellis

/// The use case of posters.
///
/// `@unchecked Sendable`: safe as in the base class, because the added property has the same wrapper.
final class TitlePosters: MoviesUseCase, @unchecked Sendable {
    override class var dependencies: DependencyTypes {
        super.dependencies + DependencyTypes((any PosterRepository).self)
    }

    /// The repository of posters.
    @Dependency private var posters: any PosterRepository

    /// Creates a use case in a scope, which injects its dependencies.
    override init() { super.init() }

    /// Creates a use case outside a scope.
    init(repository: any MovieRepository, posters: any PosterRepository) {
        _posters = Dependency(wrappedValue: posters)
        super.init(repository: repository)
    }

    /// Opens the poster of a title.
    ///
    /// - Returns: The poster, which the caller closes; nil when the title has none.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func poster(of id: TitleID) async throws -> PosterFile? {
        try await posters.poster(of: repository.details(of: id).value)
    }
}

import Trellis

/// Saves titles, and tells what is saved.
///
/// `@unchecked Sendable`: as its base, and what it adds is of the same kind.
final class SavedTitles: MoviesUseCase, @unchecked Sendable {
    override class var dependencies: DependencyTypes { super.dependencies + DependencyTypes((any UserStore).self) }

    /// What users keep.
    @Dependency private var store: any UserStore

    /// Creates a use case in a scope.
    override init() { super.init() }

    /// Creates a use case by hand.
    init(repository: any MovieRepository, store: any UserStore) {
        _store = Dependency(wrappedValue: store)
        super.init(repository: repository)
    }

    /// Saves a title for a user, as it is now.
    ///
    /// - Throws: ``MovieSourceError``, ``UserStoreError``, `CancellationError`.
    func save(_ id: TitleID, for user: MovieUser) async throws {
        // The list of what is saved shall not need the source, so that what it shows of a title is kept with it.
        let title = try await repository.details(of: id).value.title
        try await store.save(title, for: user)
    }

    /// Takes back that a title was saved.
    ///
    /// It need not be, and it need not be in the source any more.
    ///
    /// - Throws: ``UserStoreError``.
    func unsave(_ id: TitleID, for user: MovieUser) async throws {
        try await store.unsave(id, for: user)
    }

    /// The titles that a user saved, the latest first.
    func titles(of user: MovieUser) async throws -> [SavedTitle] {
        try await store.saved(by: user)
    }
}

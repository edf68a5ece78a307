import Trellis

/// The use case of saved titles.
///
/// `@unchecked Sendable`: safe as in the base class, because the added property has the same wrapper.
final class SavedTitles: MoviesUseCase, @unchecked Sendable {
    override class var dependencies: DependencyTypes { super.dependencies + DependencyTypes((any UserStore).self) }

    /// The store of saved titles.
    @Dependency private var store: any UserStore

    /// Creates a use case in a scope, which injects its dependencies.
    override init() { super.init() }

    /// Creates a use case outside a scope.
    init(repository: any MovieRepository, store: any UserStore) {
        _store = Dependency(wrappedValue: store)
        super.init(repository: repository)
    }

    /// Saves a title for a user.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; ``UserStoreError`` when the user has saved the maximum
    ///   number of titles; `CancellationError` when the task is cancelled.
    func save(_ id: TitleID, for user: MovieUser) async throws {
        // The store keeps a copy of the title, so that the list of saved titles needs no source.
        let title = try await repository.details(of: id).value.title
        try await store.save(title, for: user)
    }

    /// Removes a title from the saved titles of a user.
    ///
    /// No error is thrown if the title is not saved, or no longer exists in the source.
    ///
    /// - Throws: An error when the storage fails.
    func unsave(_ id: TitleID, for user: MovieUser) async throws {
        try await store.unsave(id, for: user)
    }

    /// Returns the saved titles of a user, the latest first.
    func titles(of user: MovieUser) async throws -> [SavedTitle] {
        try await store.saved(by: user)
    }
}

/// The use case of saving titles.
struct SavedTitles: Sendable {
    private let base: UseCaseBase
    private let savedTitles: any SavedTitleWriter

    init(base: UseCaseBase, savedTitles: any SavedTitleWriter) {
        (self.base, self.savedTitles) = (base, savedTitles)
    }

    /// Saves a title for a user.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; ``UserStoreError`` when the user has saved the maximum
    ///   number of titles; `CancellationError` when the task is cancelled.
    func save(_ id: TitleID, for user: MovieUser) async throws {
        // The store keeps a copy of the title, so that the list of saved titles needs no source.
        let title = try await base.titles.details(of: id).value.title
        try await savedTitles.save(title, for: user)
    }

    /// Removes a title from the saved titles of a user.
    ///
    /// No error is thrown if the title is not saved, or no longer exists in the source.
    ///
    /// - Throws: An error when the storage fails.
    func unsave(_ id: TitleID, for user: MovieUser) async throws {
        try await savedTitles.unsave(id, for: user)
    }
}

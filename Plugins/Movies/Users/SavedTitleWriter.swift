/// The saved titles of each user, to change.
protocol SavedTitleWriter: Sendable {
    /// Saves a title. A title that is already saved keeps its position in the list.
    ///
    /// - Throws: ``UserStoreError/tooManySaved(limit:)`` when the user has saved the maximum number of titles; an error
    ///   when the storage fails.
    func save(_ title: Title, for user: MovieUser) async throws

    /// Removes a saved title, if it exists.
    ///
    /// - Throws: An error when the storage fails.
    func unsave(_ id: TitleID, for user: MovieUser) async throws
}

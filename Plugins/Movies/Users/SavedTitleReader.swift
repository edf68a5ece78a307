/// The saved titles of each user, to read.
protocol SavedTitleReader: Sendable {
    /// Returns whether a title is saved.
    ///
    /// - Throws: An error when the storage fails.
    func isSaved(_ id: TitleID, by user: MovieUser) async throws -> Bool

    /// Returns the saved titles, the latest first.
    ///
    /// - Throws: An error when the storage fails.
    func saved(by user: MovieUser) async throws -> [SavedTitle]
}

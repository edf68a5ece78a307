/// The use case of the details of a title.
struct ShowTitle: Sendable {
    private let base: UseCaseBase
    private let savedTitles: any SavedTitleReader

    init(base: UseCaseBase, savedTitles: any SavedTitleReader) {
        (self.base, self.savedTitles) = (base, savedTitles)
    }

    /// Returns the details of a title, and whether the user saved it.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; the error of the user store; `CancellationError` when the
    ///   task is cancelled.
    func details(of id: TitleID, for user: MovieUser) async throws -> ShownTitle {
        let answer = try await base.titles.details(of: id)
        return ShownTitle(
            details: answer.value, isSaved: try await savedTitles.isSaved(id, by: user), fetched: answer.fetched)
    }
}

/// The use case of the details of a title.
struct ShowTitle: Sendable {
    private let base: UseCaseBase

    init(base: UseCaseBase) { self.base = base }

    /// Returns the details of a title, and whether the user saved it.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; the error of the user store; `CancellationError` when the
    ///   task is cancelled.
    func details(of id: TitleID, for user: MovieUser) async throws -> ShownTitle {
        let answer = try await base.titles.details(of: id)
        return ShownTitle(
            details: answer.value, isSaved: try await base.users.isSaved(id, by: user), fetched: answer.fetched)
    }
}

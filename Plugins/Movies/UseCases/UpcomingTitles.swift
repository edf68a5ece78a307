/// The use case of the list of upcoming titles.
///
/// `@unchecked Sendable`: the class adds no state to its base class.
final class UpcomingTitles: MoviesUseCase, @unchecked Sendable {
    /// Returns a page of upcoming titles.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func page(_ number: Int) async throws -> Answer<TitlePage> {
        try await repository.upcoming(page: number)
    }
}

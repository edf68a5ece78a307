/// The use case of the list of upcoming titles.
///
/// `@unchecked Sendable`: it adds no state to its base.
final class UpcomingTitles: MoviesUseCase, @unchecked Sendable {
    /// Returns a page.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func page(_ number: Int) async throws -> Answer<TitlePage> {
        try await repository.upcoming(page: number)
    }
}

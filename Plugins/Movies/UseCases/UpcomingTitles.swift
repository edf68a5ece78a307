/// Tells what will be released.
///
/// `@unchecked Sendable`: as its base, and it adds nothing.
final class UpcomingTitles: MoviesUseCase, @unchecked Sendable {
    /// Tells a page.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func page(_ number: Int) async throws -> Answer<TitlePage> {
        try await repository.upcoming(page: number)
    }
}

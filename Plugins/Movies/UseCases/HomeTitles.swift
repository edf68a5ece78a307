/// Tells what is watched much now.
///
/// `@unchecked Sendable`: as its base, and it adds nothing.
final class HomeTitles: MoviesUseCase, @unchecked Sendable {
    /// Tells a page.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func page(_ number: Int) async throws -> Answer<TitlePage> {
        try await repository.home(page: number)
    }
}

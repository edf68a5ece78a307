/// The use case of the list of popular titles.
///
/// `@unchecked Sendable`: the class adds no state to its base class.
final class HomeTitles: MoviesUseCase, @unchecked Sendable {
    /// Returns a page of popular titles.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func page(_ number: Int) async throws -> Answer<TitlePage> {
        try await repository.home(page: number)
    }
}

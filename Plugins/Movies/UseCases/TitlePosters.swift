/// The use case of posters.
struct TitlePosters: MoviesUseCase {
    let base: UseCaseBase

    /// The repository of posters.
    let posters: any PosterRepository

    /// Opens the poster of a title.
    ///
    /// - Returns: The poster, which the caller closes; nil when the title has none.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func poster(of id: TitleID) async throws -> PosterFile? {
        try await posters.poster(of: titles.details(of: id).value)
    }
}

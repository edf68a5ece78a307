/// The use case of posters.
struct TitlePosters: Sendable {
    private let base: UseCaseBase
    private let posters: any PosterRepository

    init(base: UseCaseBase, posters: any PosterRepository) {
        (self.base, self.posters) = (base, posters)
    }

    /// Opens the poster of a title.
    ///
    /// - Returns: The poster, which the caller closes; nil when the title has none.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func poster(of id: TitleID) async throws -> PosterFile? {
        try await posters.poster(of: base.titles.details(of: id).value)
    }
}

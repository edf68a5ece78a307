/// A repository of posters.
protocol PosterRepository: Sendable {
    /// Opens the poster of a title, from the cache or from its source.
    ///
    /// - Parameter details: The details of the title.
    /// - Returns: The poster, which the caller closes; nil when the title has none.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func poster(of details: TitleDetails) async throws -> PosterFile?
}

/// A repository that fetches posters from the source and caches them.
struct CachedPosterRepository: PosterRepository {
    private let source: any MovieSource
    private let cache: PosterCache

    init(source: any MovieSource, cache: PosterCache) {
        self.source = source
        self.cache = cache
    }

    func poster(of details: TitleDetails) async throws -> PosterFile? {
        guard let path = details.posterPath, let name = source.posterFileName(for: path) else { return nil }
        if let poster = cache.poster(named: name) { return poster }
        let image = try await source.poster(at: path)
        cache.store(image, named: name)
        return PosterFile(image)
    }
}

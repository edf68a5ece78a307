/// The posters, as everything above the sources sees them.
protocol PosterRepository: Sendable {
    /// Opens the poster of a title, from the cache or from its source.
    ///
    /// - Parameter details: What there is to know of the title.
    /// - Returns: The poster, which the caller closes; nil when the title has none.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func poster(of details: TitleDetails) async throws -> PosterFile?
}

/// Posters that are fetched from the source once, and kept.
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
        cache.keep(image, named: name)
        return PosterFile(image)
    }
}

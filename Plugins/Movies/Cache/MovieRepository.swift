/// A repository of titles.
///
/// The repository may return cached answers (``Answer/fetched``) while the source is unavailable.
protocol MovieRepository: Sendable {
    /// Searches titles by words of their names, the best match first.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func search(_ query: SearchQuery, page: Int) async throws -> Answer<TitlePage>

    /// Returns popular titles.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func home(page: Int) async throws -> Answer<TitlePage>

    /// Returns upcoming titles, the earliest release first.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func upcoming(page: Int) async throws -> Answer<TitlePage>

    /// Returns the details of a title.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func details(of id: TitleID) async throws -> Answer<TitleDetails>
}

/// A repository that has no cache, and forwards requests to a source.
struct SourceRepository: MovieRepository {
    private let source: any MovieSource

    init(source: any MovieSource) {
        self.source = source
    }

    func search(_ query: SearchQuery, page: Int) async throws -> Answer<TitlePage> {
        Answer(try await source.search(query, page: page))
    }

    func home(page: Int) async throws -> Answer<TitlePage> {
        Answer(try await source.home(page: page))
    }

    func upcoming(page: Int) async throws -> Answer<TitlePage> {
        Answer(try await source.upcoming(page: page))
    }

    func details(of id: TitleID) async throws -> Answer<TitleDetails> {
        Answer(try await source.details(of: id))
    }
}

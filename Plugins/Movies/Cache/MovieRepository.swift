/// The titles, as everything above the sources sees them.
///
/// An answer may be one that the source gave before, when it is away: it says so (``Answer/fetched``).
protocol MovieRepository: Sendable {
    /// Searches titles.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func search(_ query: SearchQuery, page: Int) async throws -> Answer<TitlePage>

    /// Tells what is watched much now.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func home(page: Int) async throws -> Answer<TitlePage>

    /// Tells what will be released.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func upcoming(page: Int) async throws -> Answer<TitlePage>

    /// Tells what there is to know of a title.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func details(of id: TitleID) async throws -> Answer<TitleDetails>
}

/// The titles as their source has them now.
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

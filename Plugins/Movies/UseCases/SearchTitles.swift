import Trellis

/// The use case of a search.
struct SearchTitles: Sendable {
    private let base: UseCaseBase
    private let queries: any QueryStore
    private let logger: Logger

    init(base: UseCaseBase, queries: any QueryStore, logger: Logger) {
        (self.base, self.queries, self.logger) = (base, queries, logger)
    }

    /// Searches, and remembers the query for the user when it has been answered.
    ///
    /// A failure to remember the query is logged, and does not fail the search.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func search(_ request: SearchRequest, for user: MovieUser) async throws -> TitleListing {
        let listing = try await page(request.page, of: request.query)
        do {
            try await queries.remember(request.query, for: user)
        } catch {
            logger.warning("failed to remember a query", metadata: ["error": "\(error)"])
        }
        return listing
    }

    /// Returns a further page of the results.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func page(_ number: Int, of query: SearchQuery) async throws -> TitleListing {
        TitleListing(try await base.titles.search(query, page: number))
    }
}

import SearchAPI

/// Finds titles by their names, for the plugin Search.
///
/// The queries are not remembered.
struct MovieSearch: SearchProvider {
    let titles: any MovieRepository

    func search(_ text: String, limit: Int, found: @escaping @Sendable (SearchHit) -> Void) async throws {
        do {
            let query = try SearchQuery(text)
            var (number, rest, pages) = (1, limit, 1)
            while rest > 0, number <= min(pages, TitlePage.numbers.upperBound) {
                let page = try await titles.search(query, page: number).value
                for title in page.titles { found(SearchHit(title)) }
                (number, rest, pages) = (number + 1, rest - page.titles.count, page.pages)
            }
        } catch let error as MovieSourceError {
            throw MovieSearchFailure(error)
        }
    }
}

/// The failure of a search, with a description for the user.
private struct MovieSearchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ error: MovieSourceError) {
        switch error {
        case .noSuchTitle(let id): description = "the source has no title \(id)"
        case .unavailable(let reason, _), .accessDenied(let reason): description = reason
        }
    }
}

extension SearchHit {
    /// Creates a value that describes a title.
    fileprivate init(_ title: Title) {
        let rating = title.rating.map { "rated \(($0 * 10).rounded() / 10)" }
        let properties = ["movie", title.released.map { String($0.prefix(4)) }, rating]
        self.init(
            title: title.name, detail: properties.compactMap(\.self).joined(separator: ", "),
            show: "movies show \(title.id)")
    }
}

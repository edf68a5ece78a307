import Trellis

/// The Movie Database: version 3 of its API (developer.themoviedb.org).
struct TMDBSource: MovieSource {
    let origin = TitleID.Origin.tmdb

    /// The attribution that TMDB requires (developer.themoviedb.org/docs/faq, "What are the attribution requirements?").
    let notice = "This product uses the TMDB API but is not endorsed or certified by TMDB. https://www.themoviedb.org"

    private let client: TMDBClient
    private let posters: TMDBPosters
    private let localization: Localization

    init(client: TMDBClient, posters: TMDBPosters, localization: Localization) {
        self.client = client
        self.posters = posters
        self.localization = localization
    }

    // developer.themoviedb.org/reference/search-movie
    func search(_ query: SearchQuery, page: Int) async throws -> TitlePage {
        let query = [
            (name: "query", value: query.text), (name: "include_adult", value: "false"),
        ]
        return try await list(["search", "movie"], query, page: page)
    }

    // developer.themoviedb.org/reference/trending-movies
    func home(page: Int) async throws -> TitlePage {
        try await list(["trending", "movie", "week"], page: page)
    }

    // developer.themoviedb.org/reference/movie-upcoming-list
    func upcoming(page: Int) async throws -> TitlePage {
        try await list(["movie", "upcoming"], page: page)
    }

    // developer.themoviedb.org/reference/movie-details
    func details(of id: TitleID) async throws -> TitleDetails {
        guard id.origin == .tmdb else { throw MovieSourceError.noSuchTitle(id) }
        let movie = try await client.answer(
            TMDBAnswers.Details.self, to: ["movie", "\(id.number)"],
            localization.parameters + [(name: "append_to_response", value: "credits")], absent: .noSuchTitle(id))
        guard let details = TitleDetails(movie, id: id) else {
            throw MovieSourceError.unavailable(
                reason: "the API responded with title \(movie.id) instead of \(id.number)")
        }
        return details
    }

    func poster(at path: String) async throws -> PosterImage {
        try await posters.poster(at: path)
    }

    func posterFileName(for path: String) -> String? {
        posters.fileName(for: path)
    }

    private func list(
        _ path: [String], _ query: [(name: String, value: String)] = [], page: Int
    ) async throws -> TitlePage {
        let answer = try await client.answer(
            TMDBAnswers.Page.self, to: path, query + localization.parameters + [(name: "page", value: "\(page)")],
            absent: .unavailable(reason: "the API has no such list"))
        guard let page = TitlePage(answer, number: page) else {
            throw MovieSourceError.unavailable(
                reason: """
                    the API sent an invalid page: expected page \(page), got page \(answer.page) of \(answer.totalPages) with \
                    \(answer.totalResults) results
                    """)
        }
        return page
    }
}

import TrellisHTTP

// TMDB represents an unknown value as an empty string, zero, or null.

extension TitlePage {
    /// Converts a page of TMDB; nil when it is not the requested page, or when its totals are negative.
    ///
    /// Titles without a valid identifier or a title are omitted.
    ///
    /// - Parameters:
    ///   - page: The decoded response.
    ///   - number: The number of the requested page.
    init?(_ page: TMDBAnswers.Page, number: Int) {
        guard page.page == number, page.totalPages >= 0, page.totalResults >= 0 else { return nil }
        self.init(
            titles: Array(page.results.elements.lazy.compactMap(Title.init).prefix(Self.size)), page: number,
            // TMDB may report more pages than it serves.
            pages: min(page.totalPages, Self.numbers.upperBound), total: page.totalResults)
    }
}

extension Title {
    /// Converts a movie in a list of TMDB; nil when its identifier is not positive.
    init?(_ movie: TMDBAnswers.Movie) {
        guard movie.id > 0 else { return nil }
        self.init(
            id: TitleID(.tmdb, movie.id), name: movie.title, released: movie.releaseDate?.date,
            rating: movie.voteAverage?.rating(of: movie.voteCount ?? 0))
    }
}

extension TitleDetails {
    /// The longest accepted running time, in minutes.
    private static let maximumMinutes = 100_000

    /// Converts the details of TMDB; nil when they belong to another movie.
    ///
    /// - Parameters:
    ///   - movie: The decoded response.
    ///   - id: The identifier of the requested movie.
    init?(_ movie: TMDBAnswers.Details, id: TitleID) {
        guard movie.id == id.number else { return nil }
        let votes = max(movie.voteCount ?? 0, 0)
        self.init(
            title: Title(
                id: id, name: movie.title, released: movie.releaseDate?.date,
                rating: movie.voteAverage?.rating(of: votes)),
            originalName: movie.originalTitle == movie.title ? nil : movie.originalTitle?.text,
            tagline: movie.tagline?.text, overview: movie.overview?.text,
            minutes: movie.runtime.flatMap { (1...Self.maximumMinutes).contains($0) ? $0 : nil },
            genres: movie.genres.map(\.name),
            directors: movie.credits?.crew.filter { $0.job == "Director" }.map(\.name) ?? [],
            cast: movie.credits?.cast.prefix(Self.castLimit).map(\.name) ?? [], votes: votes,
            posterPath: movie.posterPath?.text)
    }
}

extension String {
    /// The string; nil when it is empty.
    fileprivate var text: String? { isEmpty ? nil : self }

    /// The string if it is a date of the form `YYYY-MM-DD`; otherwise nil.
    fileprivate var date: String? {
        guard let match = wholeMatch(of: /[0-9]{4}-([0-9]{2})-([0-9]{2})/), let month = Int(match.1),
            let day = Int(match.2), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return self
    }
}

extension Double {
    /// Returns the number if it is a rating from 0 to 10 with at least one vote; otherwise nil.
    fileprivate func rating(of votes: Int) -> Double? { votes > 0 && (0...10).contains(self) ? self : nil }
}

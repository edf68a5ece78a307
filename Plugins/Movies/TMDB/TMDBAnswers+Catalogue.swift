// TMDB says that it does not know by an empty text or by a zero as often as by null.

extension TitlePage {
    /// A page of TMDB's.
    init(_ page: TMDBAnswers.Page) {
        self.init(
            titles: page.results.map(Title.init), page: page.page,
            // There may be more, but they can't be asked for.
            pages: min(page.totalPages, Self.numbers.upperBound), total: page.totalResults)
    }
}

extension Title {
    /// A movie of a list of TMDB's.
    init(_ movie: TMDBAnswers.Movie) {
        self.init(
            id: TitleID(.tmdb, movie.id), name: movie.title, released: movie.releaseDate?.date,
            rating: movie.voteCount ?? 0 > 0 ? movie.voteAverage : nil)
    }
}

extension TitleDetails {
    /// A movie of TMDB's.
    init(_ movie: TMDBAnswers.Details) {
        let votes = movie.voteCount ?? 0
        self.init(
            title: Title(
                id: TitleID(.tmdb, movie.id), name: movie.title, released: movie.releaseDate?.date,
                rating: votes > 0 ? movie.voteAverage : nil),
            originalName: movie.originalTitle == movie.title ? nil : movie.originalTitle?.text,
            tagline: movie.tagline?.text, overview: movie.overview?.text,
            minutes: movie.runtime.flatMap { $0 > 0 ? $0 : nil }, genres: movie.genres?.map(\.name) ?? [],
            directors: movie.credits?.crew?.filter { $0.job == "Director" }.map(\.name) ?? [],
            cast: movie.credits?.cast?.prefix(Self.castLimit).map(\.name) ?? [], votes: votes,
            posterPath: movie.posterPath?.text)
    }
}

extension String {
    /// The text; nil when it is empty.
    fileprivate var text: String? { isEmpty ? nil : self }

    /// The text when it is a date, `YYYY-MM-DD`.
    fileprivate var date: String? { wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil ? nil : self }
}

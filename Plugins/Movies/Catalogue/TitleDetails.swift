/// The details of a title.
struct TitleDetails: Sendable, Hashable, Codable {
    /// The maximum number of cast members.
    static let castLimit = 10

    /// The title, with the fields that lists also contain.
    var title: Title

    /// The name in the original language; nil when it is the same.
    var originalName: String?

    /// The tagline of the movie.
    var tagline: String?

    /// A summary of the plot.
    var overview: String?

    /// The running time in minutes.
    var minutes: Int?

    /// The names of the genres.
    var genres: [String]

    /// The names of the directors.
    var directors: [String]

    /// The names of the actors, leading roles first; at most ``castLimit``.
    var cast: [String]

    /// The number of ratings.
    var votes: Int

    /// The path of the poster in the source; nil when the title has no poster.
    var posterPath: String?
}

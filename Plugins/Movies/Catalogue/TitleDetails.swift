/// What there is to know of a title.
struct TitleDetails: Sendable, Hashable, Codable {
    /// How many of those who are seen in it are told.
    static let castLimit = 10

    /// The title as lists have it.
    var title: Title

    /// What it is called in its own language, where that is something else.
    var originalName: String?

    /// One line that advertises it.
    var tagline: String?

    /// What it is about.
    var overview: String?

    /// How long it is, in minutes.
    var minutes: Int?

    /// Its genres.
    var genres: [String]

    /// Who directed it.
    var directors: [String]

    /// Who is seen in it, the leading ones first; at most ``castLimit``.
    var cast: [String]

    /// How many rated it.
    var votes: Int

    /// Where its source has the poster; nil when there is none.
    var posterPath: String?
}

import Foundation

/// A title of the built-in catalogue.
struct SampleTitle: Sendable {
    /// The number of the title in the catalogue, from 1.
    var number: Int
    /// The name of the title.
    var name: String
    /// The release date, `YYYY-MM-DD`; nil for an upcoming title.
    var released: String?
    /// The running time in minutes.
    var minutes: Int
    /// The average rating, from 0 to 10; nil for an upcoming title.
    var rating: Double?
    /// The number of ratings.
    var votes: Int
    /// The name of the genre.
    var genre: String
    /// The plot in one sentence.
    var plot: String
    /// The name of the director.
    var director: String
    /// The names of the actors.
    var cast: [String]

    /// Returns the title for a list.
    ///
    /// The release dates of upcoming titles are computed from the given time, so that they are always in the future.
    func title(at now: Date) -> Title {
        let upcoming = now.addingTimeInterval(Double(number) * 5 * 86_400).formatted(.iso8601.year().month().day())
        return Title(id: TitleID(.sample, number), name: name, released: released ?? upcoming, rating: rating)
    }

    /// Returns the details of the title, as a source returns them.
    func details(at now: Date) -> TitleDetails {
        TitleDetails(
            title: title(at: now), overview: plot, minutes: minutes, genres: [genre], directors: [director],
            cast: cast, votes: votes, posterPath: "\(number)")
    }

    /// The poster: the name on a coloured background, one word per line.
    var poster: PosterImage {
        let words = name.split(separator: " ")
        let lines = words.enumerated().map { #"<text x="60" y="\#(90 + 20 * $0)">\#($1)</text>"# }
        let image = """
            <svg xmlns="http://www.w3.org/2000/svg" width="120" height="180" font-size="14" text-anchor="middle">
            <rect width="120" height="180" fill="hsl(\(number * 47 % 360), 40%, 30%)"/>
            <circle cx="\(25 + number * 13 % 70)" cy="40" r="22" fill="hsl(\(number * 71 % 360), 60%, 65%)"/>
            <g fill="white">\(lines.joined())</g>
            </svg>

            """
        return PosterImage(bytes: Array(image.utf8), format: .svg)
    }
}

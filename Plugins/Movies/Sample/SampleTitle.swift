import Foundation

/// An invented film.
struct SampleTitle: Sendable {
    /// The number, from 1.
    var number: Int
    /// The name of the film.
    var name: String
    /// The date of release, `YYYY-MM-DD`; nil while the film is upcoming.
    var released: String?
    /// The length in minutes.
    var minutes: Int
    /// The mean of all ratings, from 0 to 10; nil while the film is upcoming.
    var rating: Double?
    /// The number of ratings.
    var votes: Int
    /// The genre.
    var genre: String
    /// The plot in one sentence.
    var plot: String

    /// The title as lists have it.
    ///
    /// Upcoming films are always ahead of the given time: a built-in catalogue would run out of them otherwise.
    func title(at now: Date) -> Title {
        let upcoming = now.addingTimeInterval(Double(number) * 5 * 86_400).formatted(.iso8601.year().month().day())
        return Title(id: TitleID(.sample, number), name: name, released: released ?? upcoming, rating: rating)
    }

    /// The details of the film.
    func details(at now: Date) -> TitleDetails {
        let people = SampleCatalogue.people
        let team = (0..<5).map { people[(number * 5 + $0 * 3) % people.count] }
        return TitleDetails(
            title: title(at: now), overview: plot, minutes: minutes, genres: [genre], directors: [team[0]],
            cast: Array(team.dropFirst()), votes: votes, posterPath: "\(number)")
    }

    /// The poster: the name on a coloured ground, a word a line.
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

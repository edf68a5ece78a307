import Foundation

/// An invented title.
struct SampleTitle: Sendable, Hashable {
    /// When it is or was released.
    enum Release: Sendable, Hashable {
        /// On a date, `YYYY-MM-DD`, that has passed.
        case past(String)

        /// So many days from now, always: a catalogue that is built in would run out of what is upcoming otherwise.
        case ahead(days: Int)
    }

    /// Its number, from 1.
    var number: Int

    /// What it is called.
    var name: String

    /// One line that advertises it.
    var tagline: String

    /// What it is about.
    var overview: String

    /// Its genres.
    var genres: [String]

    /// Who directed it.
    var director: String

    /// Who is seen in it.
    var cast: [String]

    /// How long it is, in minutes.
    var minutes: Int

    /// When it is or was released.
    var release: Release

    /// What those who rated it think, from 0 to 10; nil when nobody could see it.
    var rating: Double?

    /// How many rated it.
    var votes: Int

    /// The title as lists have it.
    ///
    /// - Parameter now: The time of day, from which upcoming titles are dated.
    /// - Returns: The title.
    func title(at now: Date) -> Title {
        let released =
            switch release {
            case .past(let date): date
            case .ahead(let days):
                now.addingTimeInterval(Double(days) * 86_400).formatted(.iso8601.year().month().day())
            }
        return Title(id: TitleID(.sample, number), name: name, released: released, rating: rating)
    }

    /// What there is to know of the title.
    ///
    /// - Parameter now: The time of day, from which upcoming titles are dated.
    /// - Returns: The details.
    func details(at now: Date) -> TitleDetails {
        TitleDetails(
            title: title(at: now), originalName: nil, tagline: tagline, overview: overview, minutes: minutes,
            genres: genres,
            directors: [director], cast: cast, votes: votes, posterPath: "\(number)")
    }
}

/// Invented titles, the same in each run: enough of them to try everything on a machine without a network.
struct SampleCatalogue: Sendable {
    /// How many titles there are.
    static let count = 320

    /// How many of them are not released yet.
    static let upcomingCount = 48

    /// The titles, in the order of their numbers, which begin with 1.
    let titles: [SampleTitle]

    /// Makes the titles.
    init() {
        var titles: [SampleTitle] = []
        var names = Set<String>()
        var random = SampleRandom(seed: 20_260_101)
        while titles.count < Self.count {
            let number = titles.count + 1
            let title = Self.title(number, by: &random)
            // A name that is there already is left out, and another one made.
            if names.insert(title.name).inserted { titles.append(title) }
        }
        self.titles = titles
    }

    private static func title(_ number: Int, by random: inout SampleRandom) -> SampleTitle {
        let genres = SampleGenre.all
        let genre = genres[number % genres.count]
        let first = random.pick(SampleNames.first)
        var words = [
            "{place}": random.pick(SampleNames.places), "{thing}": random.pick(genre.things),
            "{role}": random.pick(genre.roles), "{name}": first,
            "{other}": random.pick(SampleNames.first.filter { $0 != first }),
        ]
        let name = filled(random.pick(genre.names), with: words)
        // In a name every word is large; in a sentence it is not.
        for mark in ["{thing}", "{role}"] { words[mark] = words[mark]?.lowercased() }
        let plot = filled(random.pick(genre.plots), with: words)
        let tagline = filled(random.pick(genre.taglines), with: words)
        let second = random.pick(genres).name
        let isUpcoming = number > count - upcomingCount
        let cast = (0..<random.number(in: 3...7)).map { _ in person(by: &random) }
        let date = [(1_948, 2_024, 4), (1, 12, 2), (1, 28, 2)].map { first, last, digits in
            let text = "\(random.number(in: first...last))"
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let ahead = 3 + (number - (count - upcomingCount)) * 5
        return SampleTitle(
            number: number, name: name, tagline: tagline, overview: plot,
            genres: second == genre.name ? [genre.name] : [genre.name, second], director: person(by: &random),
            cast: cast,
            minutes: random.number(in: 78...152),
            release: isUpcoming ? .ahead(days: ahead) : .past(date.joined(separator: "-")),
            rating: isUpcoming ? nil : Double(random.number(in: 41...92)) / 10,
            votes: isUpcoming ? 0 : random.number(in: 12...24_000))
    }

    private static func person(by random: inout SampleRandom) -> String {
        "\(random.pick(SampleNames.first)) \(random.pick(SampleNames.last))"
    }

    /// A pattern with words in the place of what stands for them, and the articles that go with those.
    private static func filled(_ pattern: String, with words: [String: String]) -> String {
        var text = pattern
        for (mark, word) in words { text.replace(mark, with: word) }
        // Where an article stands, it was written for a word that begins with a consonant.
        for vowel in "AEIOUaeiou" {
            text.replace(" a \(vowel)", with: " an \(vowel)")
            if text.hasPrefix("A \(vowel)") { text.replaceSubrange(text.startIndex...text.startIndex, with: "An") }
        }
        return text
    }
}

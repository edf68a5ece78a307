/// A title, as lists have it.
struct Title: Sendable, Hashable, Codable {
    /// Its identifier.
    var id: TitleID

    /// What it is called.
    var name: String

    /// When it is or was released: a date, `YYYY-MM-DD`; nil when that is not known.
    var released: String?

    /// What those who rated it think, from 0 to 10; nil when nobody did.
    var rating: Double?
}

/// A page of a list of titles.
struct TitlePage: Sendable, Hashable, Codable {
    /// How many titles a full page has.
    static let size = 20

    /// The pages that can be asked for.
    ///
    /// TMDB answers no other (developer.themoviedb.org/docs/errors, code 22).
    static let numbers = 1...500

    /// The titles of the page.
    var titles: [Title]

    /// The number of the page, from 1.
    var page: Int

    /// How many pages there are; 0 when there is no title.
    var pages: Int

    /// How many titles there are on all pages.
    var total: Int
}

extension TitlePage {
    /// Decodes a page from a cache.
    ///
    /// - Throws: `DecodingError`, also for numbers that no page has.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys, in range: some RangeExpression<Int>) throws -> Int {
            let number = try container.decode(Int.self, forKey: key)
            guard range.contains(number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\(number) is out of range")
            }
            return number
        }
        self.init(
            titles: try container.decode([Title].self, forKey: .titles),
            page: try number(.page, in: Self.numbers), pages: try number(.pages, in: 0...Self.numbers.upperBound),
            total: try number(.total, in: 0...))
    }

    /// A page of a list that is there as a whole.
    ///
    /// - Parameters:
    ///   - number: The number of the page, from 1; one after the last has no titles.
    ///   - list: The whole list.
    init(_ number: Int, of list: [Title]) {
        let titles = list.dropFirst((number - 1) * Self.size).prefix(Self.size)
        self.init(
            titles: Array(titles), page: number, pages: (list.count + Self.size - 1) / Self.size, total: list.count)
    }
}

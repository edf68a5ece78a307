/// A title in a list.
struct Title: Sendable, Hashable, Codable {
    /// The identifier of the title.
    var id: TitleID

    /// The name in the configured language.
    var name: String

    /// The release date, `YYYY-MM-DD`; nil when it is unknown.
    var released: String?

    /// The average rating, from 0 to 10; nil when the title has no ratings.
    var rating: Double?
}

/// A page of a list of titles.
struct TitlePage: Sendable, Hashable, Codable {
    /// The number of titles on a full page.
    static let size = 20

    /// The valid page numbers.
    ///
    /// TMDB rejects all others (developer.themoviedb.org/docs/errors, code 22).
    static let numbers = 1...500

    /// The titles of the page.
    var titles: [Title]

    /// The number of the page, from 1.
    var page: Int

    /// The number of pages; 0 when the list is empty.
    var pages: Int

    /// The number of titles on all pages.
    var total: Int
}

extension TitlePage {
    /// Decodes a page from a cache.
    ///
    /// - Throws: `DecodingError` when a field is missing or malformed, or when a number is out of range.
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

    /// Creates a page of a list that is in memory.
    ///
    /// - Parameters:
    ///   - number: The number of the page, from 1; a page after the last has no titles.
    ///   - list: The titles of all pages.
    init(_ number: Int, of list: [Title]) {
        let titles = list.dropFirst((number - 1) * Self.size).prefix(Self.size)
        self.init(
            titles: Array(titles), page: number, pages: (list.count + Self.size - 1) / Self.size, total: list.count)
    }
}

/// The identifier of a title: where it comes from, and its number there.
///
/// As text, `sample-12` or `tmdb-27205`.
struct TitleID: Sendable, Hashable {
    /// Where a title can come from.
    enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The catalogue that is built in.
        case sample

        /// The Movie Database.
        case tmdb
    }

    /// Where the title comes from.
    var origin: Origin

    /// Its number there; 1 or more.
    var number: Int

    /// Creates an identifier.
    init(_ origin: Origin, _ number: Int) {
        self.origin = origin
        self.number = number
    }

    /// Reads an identifier; nil when the text is none.
    ///
    /// No number alone is an identifier.
    init?(_ text: String) {
        guard let dash = text.firstIndex(of: "-"), let origin = Origin(rawValue: String(text[..<dash])) else {
            return nil
        }
        let digits = text[text.index(after: dash)...]
        // As it is written, and no other way: `+7` and `07` are numbers as well, but no identifiers.
        guard let number = Int(digits), number > 0, "\(number)" == digits else { return nil }
        self.init(origin, number)
    }
}

extension TitleID: CustomStringConvertible {
    /// The identifier as text.
    var description: String { "\(origin.rawValue)-\(number)" }
}

extension TitleID: Codable {
    /// Reads the identifier from its text.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = TitleID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no identifier of a title")
        }
        self = id
    }

    /// Writes the identifier as its text.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

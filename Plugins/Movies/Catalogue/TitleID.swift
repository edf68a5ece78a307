/// The identifier of a title: its origin and its number in that origin.
///
/// The text form is, for example, `sample-12` or `tmdb-27205`.
struct TitleID: Sendable, Hashable {
    /// The origin of a title.
    enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The built-in catalogue.
        case sample

        /// The Movie Database.
        case tmdb
    }

    /// The source that has assigned the number.
    var origin: Origin

    /// The number, from 1.
    var number: Int

    /// Creates an identifier.
    init(_ origin: Origin, _ number: Int) {
        self.origin = origin
        self.number = number
    }

    /// Parses an identifier; returns nil for any other text.
    ///
    /// A number without an origin is not an identifier.
    init?(_ text: String) {
        guard let dash = text.firstIndex(of: "-"), let origin = Origin(rawValue: String(text[..<dash])) else {
            return nil
        }
        let digits = text[text.index(after: dash)...]
        // Only the canonical form is valid: `+7` and `07` are also numbers, but not valid in an identifier.
        guard let number = Int(digits), number > 0, "\(number)" == digits else { return nil }
        self.init(origin, number)
    }
}

extension TitleID: CustomStringConvertible {
    /// The identifier as text.
    var description: String { "\(origin.rawValue)-\(number)" }
}

extension TitleID: Codable {
    /// Decodes the identifier from its text.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = TitleID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not the identifier of a title")
        }
        self = id
    }

    /// Encodes the identifier as its text.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

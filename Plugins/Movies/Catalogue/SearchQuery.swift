/// What is searched for: words, without space around them and with one between them.
struct SearchQuery: Sendable, Hashable {
    /// How many bytes of UTF-8 a query may have.
    static let limit = 256

    /// The words.
    let text: String

    /// The words without the case of letters, so that two queries can be told apart.
    var folded: String { text.lowercased() }

    /// Takes the words of a text.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``InvalidSearchQuery`` when it has no words, too many bytes, or control characters.
    init(_ text: String) throws(InvalidSearchQuery) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { throw InvalidSearchQuery(reason: "a query has a word at least") }
        guard words.utf8.count <= Self.limit else {
            throw InvalidSearchQuery(
                reason: "a query has at most \(Self.limit) bytes, and this one has \(words.utf8.count)")
        }
        guard !words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw InvalidSearchQuery(reason: "a query has no control characters")
        }
        self.text = words
    }
}

/// A text that can't be searched for.
struct InvalidSearchQuery: Error, Sendable, Hashable {
    /// Why, in a sentence without its full stop.
    var reason: String
}

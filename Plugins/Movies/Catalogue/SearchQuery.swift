/// A search query: words that are separated by single spaces.
struct SearchQuery: Sendable, Hashable {
    /// The maximum length in bytes of UTF-8.
    static let limit = 256

    /// The words, separated by single spaces.
    let text: String

    /// The words in lower case, for comparison.
    var folded: String { text.lowercased() }

    /// Creates a query from text with any white space.
    ///
    /// - Parameter text: Words that are separated by any white space.
    /// - Throws: ``InvalidSearchQuery`` when the text has no words, too many bytes, or control characters.
    init(_ text: String) throws(InvalidSearchQuery) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { throw InvalidSearchQuery(reason: "expected at least one word") }
        guard words.utf8.count <= Self.limit else {
            throw InvalidSearchQuery(
                reason: "expected at most \(Self.limit) bytes, got \(words.utf8.count)")
        }
        guard !words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw InvalidSearchQuery(reason: "control characters are not allowed")
        }
        self.text = words
    }
}

/// The error for a text that is not a valid query.
struct InvalidSearchQuery: Error, Sendable, Hashable {
    /// The problem with the text, without a full stop.
    var reason: String
}

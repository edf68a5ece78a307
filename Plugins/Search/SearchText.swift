/// A valid text of a search.
struct SearchText: Sendable, Hashable {
    /// The maximum length in bytes of UTF-8.
    static let maximumLength = 256

    /// The text without white space at its ends.
    let text: String

    /// Validates a text.
    ///
    /// - Parameter text: The text that the user entered.
    /// - Throws: `SearchError.invalidText` when the text is empty, too long, or contains control characters.
    init(_ text: String) throws(SearchError) {
        let start = text.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        guard let end else { throw .invalidText(reason: "expected at least one character") }
        let words = String(start[...end])
        guard words.utf8.count <= Self.maximumLength else {
            throw .invalidText(reason: "expected at most \(Self.maximumLength) bytes, got \(words.utf8.count)")
        }
        guard !words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalidText(reason: "control characters are not allowed")
        }
        self.text = words
    }
}

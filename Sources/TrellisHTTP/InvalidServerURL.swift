/// A text is not the URL of a server that requests may go to.
public struct InvalidServerURL: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text; where it has a user or a password, no more of it than the scheme and the host.
    public var text: String

    /// What is wrong with it and what would be right, as the rest of a sentence that begins with the text.
    public var reason: String

    init(_ text: String, _ reason: String) {
        self.text = text
        self.reason = reason
    }

    /// The sentence, without its full stop.
    public var description: String { "'\(text)' \(reason)" }
}

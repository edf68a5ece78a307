/// The error for a string that ``ServerURL`` rejects.
public struct InvalidServerURL: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rejected string, reduced to scheme and host if it contains a user or a password.
    public var text: String

    /// The problem and the expected value, as the rest of a sentence that starts with the string.
    public var reason: String

    init(_ text: String, _ reason: String) {
        self.text = text
        self.reason = reason
    }

    /// The message, without a full stop.
    public var description: String { "'\(text)' \(reason)" }
}

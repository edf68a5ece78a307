/// A text that must not be shown, such as a password.
///
/// Its descriptions are masked, so that a configuration that is printed or logged does not reveal it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text.
    ///
    /// Do not log it, and do not pass it to a client.
    public let text: String

    /// Creates a secret.
    /// - Parameter text: The text.
    public init(_ text: String) {
        self.text = text
    }

    /// The replacement of every secret in descriptions.
    public static let mask = "***"

    /// ``mask``.
    public var description: String { Self.mask }

    /// ``mask``.
    public var debugDescription: String { Self.mask }

    /// A mirror without the text.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

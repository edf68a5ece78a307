/// A string that must not be shown, such as a password.
///
/// The descriptions of a secret are masked, so that a printed or logged configuration does not reveal the text.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret text.
    ///
    /// Do not log the text, and do not pass it to a client.
    public let text: String

    /// Creates a secret from its text.
    public init(_ text: String) {
        self.text = text
    }

    /// The string that replaces a secret in descriptions.
    public static let mask = "***"

    /// The ``mask`` instead of the text.
    public var description: String { Self.mask }

    /// The ``mask`` instead of the text.
    public var debugDescription: String { Self.mask }

    /// A mirror without the text.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

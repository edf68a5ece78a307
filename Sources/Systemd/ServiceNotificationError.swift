import LogSupport

/// An error of ``ServiceNotification/init(name:value:)``.
public enum ServiceNotificationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is not valid for sd_notify(3).
    case invalidName(String)
    /// The value has more than ``ServiceNotification/maximumValueSize`` bytes.
    case valueTooLarge(name: String, size: Int)
    /// The value contains a newline, which would begin another assignment, or another control character.
    case controlCharacter(name: String, value: String)

    /// The error and the remedy.
    public var description: String {
        switch self {
        case .invalidName(let name):
            """
            invalid notification name "\(escapingControlCharacters(in: name))"; use 1 to 64 uppercase letters, digits and \
            underscores that do not begin with a digit
            """
        case .valueTooLarge(let name, let size):
            """
            the value of \(name) has \(size) bytes; the limit of a notification is \
            \(ServiceNotification.maximumValueSize) bytes
            """
        case .controlCharacter(let name, let value):
            """
            the value of \(name), "\(escapingControlCharacters(in: value))", contains a control character; remove it, or \
            use status(_:), which replaces control characters by spaces
            """
        }
    }
}

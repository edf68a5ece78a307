/// Why ``ServiceNotification/init(name:value:)`` refuses an assignment.
public enum ServiceNotificationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is not of the form that sd_notify(3) uses.
    case invalidName(String)
    /// The value has more than ``ServiceNotification/maximumValueSize`` bytes.
    case valueTooLarge(name: String, size: Int)
    /// The value has a newline, which would begin another assignment, or another control character.
    case controlCharacter(name: String, value: String)

    /// What went wrong, and what to do.
    public var description: String {
        switch self {
        case .invalidName(let name):
            """
            "\(escapingControlCharacters(in: name))" can't be the name of a notification to systemd: use 1 to 64 \
            uppercase letters, digits and underscores, and no digit first.
            """
        case .valueTooLarge(let name, let size):
            """
            The value of \(name) has \(size) bytes, and a notification to systemd takes \
            \(ServiceNotification.maximumValueSize): send less.
            """
        case .controlCharacter(let name, let value):
            """
            The value of \(name), "\(escapingControlCharacters(in: value))", has a control character: a newline would \
            begin another assignment. Remove it, or use status(_:), which replaces such characters.
            """
        }
    }
}

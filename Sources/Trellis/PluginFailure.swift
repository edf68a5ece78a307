/// The failure of a plugin, with a message for the operator.
///
/// A failure that an initializer throws while a plugin starts becomes the reason for the plugin's state. If the failure
/// ends the daemon, its ``kind`` determines the exit status, and so whether systemd restarts the daemon.
public struct PluginFailure: Error, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The configuration is invalid. A restart does not help.
        case configuration

        /// A file of the plugin is damaged, or a newer version wrote it. A restart does not help.
        case data

        /// A required file does not exist. A restart does not help.
        case missing

        /// A permission is missing. A restart does not help.
        case permission

        /// A file or another resource cannot be created, for example because another process uses it.
        case cannotCreate

        /// Reading or writing failed, or the storage is full.
        case storage

        /// A required service is temporarily unavailable.
        case unavailable

        /// Another process uses an address or a file. The plugin is started again until it is free, beyond its start limit.
        case inUse

        /// A programming error.
        case software
    }

    /// The kind of the failure.
    public var kind: Kind

    /// The problem, its location and its reason, without a full stop.
    public var message: String

    /// The remedy, as a sentence without a full stop; nil when there is none.
    public var advice: String?

    /// The underlying error, if any.
    public var cause: (any Error)?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: The kind of the failure.
    ///   - message: The problem, its location and its reason, without a full stop.
    ///   - advice: The remedy, as a sentence without a full stop.
    ///   - cause: The underlying error, if any.
    public init(_ kind: Kind, _ message: String, advice: String? = nil, cause: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    /// The message, the cause in parentheses, and the advice.
    public var description: String {
        let cause = cause.map { " (\($0))" } ?? ""
        let advice = advice.map { ". \($0)" } ?? ""
        return message + cause + advice
    }
}

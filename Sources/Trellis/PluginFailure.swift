/// Why a plugin can't do its job, in words for the operator.
///
/// Thrown from an initialiser while a plugin starts, it becomes the plugin's reason, the daemon's last words and,
/// through its ``kind``, the exit status, so that systemd knows whether to try again.
public struct PluginFailure: Error, Sendable, CustomStringConvertible {
    /// What sort of failure it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The configuration asks for something that can't be. Trying again does not help.
        case configuration

        /// A file of the plugin's is not what it should be, or was written by a newer version. Trying again does not
        /// help.
        case data

        /// A permission is missing. Trying again does not help.
        case permission

        /// Something can't be created, for example because another process holds it.
        case cannotCreate

        /// Reading or writing failed, or storage is full.
        case storage

        /// A service that the plugin needs is not there, for now.
        case unavailable

        /// A fault of the program.
        case software
    }

    /// What sort of failure it is.
    public var kind: Kind

    /// What went wrong, where, and why, as a sentence without its full stop.
    public var sentence: String

    /// What to do about it, as a sentence without its full stop; nil when there is nothing to say.
    public var advice: String?

    /// What was caught, if something was.
    public var cause: (any Error)?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: What sort of failure it is.
    ///   - sentence: What went wrong, where, and why, without a full stop.
    ///   - advice: What to do about it, without a full stop.
    ///   - cause: What was caught, if something was.
    public init(_ kind: Kind, _ sentence: String, advice: String? = nil, cause: (any Error)? = nil) {
        self.kind = kind
        self.sentence = sentence
        self.advice = advice
        self.cause = cause
    }

    /// The sentence, the cause in brackets, and the advice.
    public var description: String {
        let cause = cause.map { " (\($0))" } ?? ""
        let advice = advice.map { ". \($0)" } ?? ""
        return sentence + cause + advice
    }
}

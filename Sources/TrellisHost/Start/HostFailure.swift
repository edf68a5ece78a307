public import Systemd
import Trellis

/// Why the daemon can't start, in words for the operator and a status for systemd.
public struct HostFailure: Error, Sendable, CustomStringConvertible {
    /// The status that the process exits with.
    public var exitStatus: ExitStatus

    /// What went wrong, where, and why, as a sentence without its full stop.
    ///
    /// It may have several lines.
    public var sentence: String

    /// What to do about it, as a sentence without its full stop.
    public var advice: String?

    /// The number of errno(3) behind it, if there is one.
    public var errno: Int32?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - exitStatus: The status that the process exits with.
    ///   - sentence: What went wrong, where, and why, without a full stop.
    ///   - advice: What to do about it, without a full stop.
    ///   - errno: The number of errno(3) behind it.
    public init(_ exitStatus: ExitStatus, _ sentence: String, advice: String? = nil, errno: Int32? = nil) {
        self.exitStatus = exitStatus
        self.sentence = sentence
        self.advice = advice
        self.errno = errno
    }

    /// The sentence and the advice.
    public var description: String {
        sentence + (advice.map { ". \($0)" } ?? "")
    }
}

extension PluginFailure.Kind {
    /// The status that the daemon exits with when a required plugin fails like this.
    var exitStatus: ExitStatus {
        switch self {
        case .configuration: .configuration
        case .data: .dataError
        case .permission: .noPermission
        case .cannotCreate: .cannotCreate
        case .storage: .inputOutputError
        case .unavailable: .unavailable
        case .software: .software
        }
    }
}

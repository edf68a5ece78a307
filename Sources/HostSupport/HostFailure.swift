public import Systemd
import Trellis

/// A failure of the daemon, with a message for the operator and an exit status for systemd.
public struct HostFailure: Error, Sendable, CustomStringConvertible {
    /// The exit status of the process.
    public var exitStatus: ExitStatus

    /// The problem, its location and its reason, without a full stop.
    ///
    /// The text may have several lines.
    public var message: String

    /// The first part of the message, which names the plugin that failed: `the plugin items failed: `.
    package var subject = ""

    /// Whether the cause is expected to pass, so that the start limit of the plugin does not apply.
    package var isTemporary = false

    /// The remedy, as a sentence without a full stop.
    public var advice: String?

    /// The error number (errno(3)) of the underlying system call, if any.
    public var errno: Int32?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - exitStatus: The exit status of the process.
    ///   - message: The problem, its location and its reason, without a full stop.
    ///   - advice: The remedy, as a sentence without a full stop.
    ///   - errno: The error number (errno(3)) of the underlying system call, if any.
    public init(_ exitStatus: ExitStatus, _ message: String, advice: String? = nil, errno: Int32? = nil) {
        self.exitStatus = exitStatus
        self.message = message
        self.advice = advice
        self.errno = errno
    }

    /// Joins several failures into one with the exit status of the first; nil when there is none.
    package init?(joining failures: [HostFailure]) {
        guard let first = failures.first else { return nil }
        self = first
        if failures.count > 1 {
            message = failures.map(\.description).joined(separator: "\n")
            (subject, advice) = ("", nil)
        }
    }

    /// The message and the advice.
    public var description: String {
        message + (advice.map { ". \($0)" } ?? "")
    }

    /// The description without the ``subject``, as the reason for the state of the plugin.
    package var reason: String { String(description.dropFirst(subject.count)) }
}

extension PluginFailure.Kind {
    /// The exit status of the daemon when a required plugin fails with a failure of this kind.
    package var exitStatus: ExitStatus {
        switch self {
        case .configuration: .configuration
        case .data: .dataError
        case .missing: .noInput
        case .permission: .noPermission
        case .cannotCreate: .cannotCreate
        case .storage: .inputOutputError
        case .unavailable, .inUse: .unavailable
        case .software: .software
        }
    }
}

extension Error {
    /// The error as text, with its type if that is not part of it.
    ///
    /// The text of a case of an enumeration is only its name.
    package var textWithType: String {
        let error: Any = self
        let isPlainCase = Mirror(reflecting: error).displayStyle == .enum && !(error is any CustomStringConvertible)
        return isPlainCase ? "\(type(of: self)).\(self)" : "\(self)"
    }
}

import HostSupport
import Trellis

import enum Systemd.ExitStatus

extension HostFailure {
    /// The failure of a plugin that could not start.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - error: The error that was thrown.
    init(starting plugin: String, _ error: any Error) {
        let subject = "the plugin \(plugin) cannot start: "
        self.init(error, prefix: subject)
        self.subject = subject
    }

    /// The failure of a plugin that was running.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - error: The error that was thrown.
    init(running plugin: String, _ error: any Error) {
        let subject = "the plugin \(plugin) failed: "
        self.init(error, prefix: subject)
        self.subject = subject
    }

    /// The failure of a plugin whose new configuration cannot be used.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - error: The error that was thrown.
    init(reloading plugin: String, _ error: any Error) {
        let subject = "the plugin \(plugin) cannot start with its new configuration: "
        self.init(error, prefix: subject)
        self.subject = subject
    }

    /// The failure of a one-off operation.
    ///
    /// - Parameter error: The error that was thrown.
    init(performing error: any Error) { self.init(error, prefix: "") }

    private init(_ error: any Error, prefix: String) {
        switch error {
        case let failure as HostFailure:
            self = failure
            message = prefix + failure.message
        case let failure as PluginFailure:
            let cause = failure.cause.map { " (\($0))" } ?? ""
            self.init(failure.kind.exitStatus, prefix + failure.message + cause, advice: failure.advice)
            isTemporary = failure.kind == .inUse
        case let failure as ServiceFailure:
            self.init(failure.cause, prefix: "\(prefix)\(failure.service): ")
        case let error as OpeningError:
            if case .bindingFailed(_, let cause) = error.cause, cause is PluginFailure || cause is HostFailure {
                self.init(cause, prefix: prefix)
            } else {
                self.init(.software, prefix + error.description)
            }
        case let error as TimeLimitExceeded:
            self.init(
                .unavailable, prefix + error.description,
                advice: "If it needs more time, increase timeoutStart in its section of the configuration")
        case let stall as PluginStall:
            self.init(.software, prefix + stall.description, advice: PluginStall.advice)
        default:
            self.init(.software, "\(prefix)\(error)")
        }
    }
}

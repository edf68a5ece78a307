import Systemd
import Trellis

extension HostFailure {
    /// Why a plugin could not start.
    ///
    /// - Parameters:
    ///   - plugin: Its name.
    ///   - error: What was thrown.
    init(starting plugin: String, _ error: any Error) {
        self.init(error, after: "the plugin \(plugin) can't start: ")
    }

    /// Why a plugin that ran failed.
    ///
    /// - Parameters:
    ///   - plugin: Its name.
    ///   - error: What was thrown.
    init(running plugin: String, _ error: any Error) {
        self.init(error, after: "the plugin \(plugin) failed: ")
    }

    private init(_ error: any Error, after start: String) {
        switch error {
        case let failure as HostFailure:
            self = failure
            sentence = start + failure.sentence
        case let failure as PluginFailure:
            let cause = failure.cause.map { " (\($0))" } ?? ""
            self.init(failure.kind.exitStatus, start + failure.sentence + cause, advice: failure.advice)
        case let error as OpeningError:
            if case .bindingFailed(_, let cause) = error.cause, cause is PluginFailure || cause is HostFailure {
                self.init(cause, after: start)
            } else {
                self.init(.software, start + error.description)
            }
        case let error as TimeLimitExceeded:
            self.init(
                .unavailable, start + error.description,
                advice: "If that is how long it needs, set timeoutStart in its section of the configuration")
        default:
            self.init(.software, "\(start)\(error)")
        }
    }
}

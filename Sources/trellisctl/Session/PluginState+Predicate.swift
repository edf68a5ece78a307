import HostInterface

extension HostContract.PluginState {
    /// Whether the interfaces of a plugin in this state are served.
    var isRunning: Bool { self == .running || self == .degraded || self == .reloading }

    /// The state as the predicate of a sentence whose subject is the plugin: `failed: no space left`, `is stopped`.
    ///
    /// - Parameter reason: The reason for the state, if any.
    /// - Returns: The predicate.
    func predicate(reason: String?) -> String {
        (self == .failed ? "failed" : "is \(rawValue)") + (reason.map { ": \($0)" } ?? "")
    }

    /// The state with the operator who enabled or disabled the plugin: `running (enabled by root)`, `disabled (by root)`.
    func text(with override: HostContract.PluginOverride?) -> String {
        guard let override else { return rawValue }
        let verb = self == .disabled ? "" : override.enabled ? "enabled " : "disabled "
        return "\(rawValue) (\(verb)by \(override.user))"
    }

    /// The command that starts a plugin in this state, as advice; nil if an operator need not, or cannot, start it.
    func advice(plugin: String) -> String? {
        switch self {
        case .stopped, .failed: "'trellisctl plugin start \(plugin)' starts it."
        case .quarantined: "'trellisctl plugin release \(plugin)' starts it again."
        default: nil
        }
    }
}

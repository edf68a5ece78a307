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
        override.map { "\(rawValue) (\(origin($0)))" } ?? rawValue
    }

    /// The state with the operator, for a text in parentheses: `running, enabled by root`.
    func phrase(with override: HostContract.PluginOverride?) -> String {
        override.map { "\(rawValue), \(origin($0))" } ?? rawValue
    }

    private func origin(_ override: HostContract.PluginOverride) -> String {
        (self == .disabled ? "" : override.enabled ? "enabled " : "disabled ") + "by \(override.user)"
    }
}

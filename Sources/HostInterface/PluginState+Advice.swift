extension HostContract.PluginState {
    /// The command that starts a plugin in this state, as advice; nil if an operator need not, or cannot, start it.
    package func advice(plugin: String) -> String? {
        switch self {
        case .stopped, .failed: "'trellisctl plugin start \(plugin)' starts it."
        case .quarantined: "'trellisctl plugin release \(plugin)' starts it again."
        default: nil
        }
    }
}

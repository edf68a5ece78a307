/// The numbers of plugins that are enabled and that run, and the plugins that the status of the daemon names.
///
/// The value is updated with each change of a plugin, so that the status of the daemon costs the same with any number of
/// healthy plugins.
struct Census: Sendable, Equatable {
    /// The number of enabled plugins.
    private(set) var enabled = 0

    /// The number of running plugins, healthy or degraded.
    private(set) var running = 0

    /// The enabled plugins that are neither healthy nor about to start or stop.
    private(set) var exceptions: Set<Supervision.Index> = []

    /// Counts a change of the status of a plugin.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - before: The status that was counted before; nil for a new plugin.
    ///   - after: The new status.
    mutating func count(_ plugin: Supervision.Index, from before: PluginStatus?, to after: PluginStatus) {
        if let before { add(-1, before) }
        add(1, after)
        switch after.state {
        case .degraded, .failed, .quarantined, .standby, .stopped, .waiting: exceptions.insert(plugin)
        case .disabled, .reloading, .running, .starting, .stopping: exceptions.remove(plugin)
        }
    }

    private mutating func add(_ number: Int, _ status: PluginStatus) {
        if status.state != .disabled { enabled += number }
        if status.state.isRunning { running += number }
    }
}

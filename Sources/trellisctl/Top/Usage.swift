import HostInterface
import OpenMetrics

/// The use of the daemon between two snapshots.
struct Usage: Sendable {
    /// The use of one plugin.
    struct Plugin: Sendable {
        /// The name; `trellisd` for the daemon itself.
        let name: String

        /// The present state; nil for the daemon itself.
        let state: HostContract.PluginState?

        /// The command of an operator that enabled or disabled the plugin, if any.
        let override: HostContract.PluginOverride?

        /// The processors in use: 0.5 for half of the time of one processor; nil if it is unknown.
        let processors: Double?

        /// The calls per second that ended.
        let calls: Double

        /// The calls per second that ended with an error.
        let failedCalls: Double

        /// The median of the durations of calls, in seconds; nil without calls.
        let median: Double?

        /// The 99th percentile of the durations of calls, in seconds; nil without calls.
        let percentile99: Double?

        /// The open scopes; nil while the plugin does not run.
        let scopes: Int?

        /// The streams in progress.
        let streams: Int

        /// The processor time in tenths of a percent, as shown: smaller differences do not change the order.
        fileprivate var tenths: Int { Int(((processors ?? 0) * 1_000).rounded()) }

        /// Whether the plugin needs attention.
        var needsAttention: Bool {
            switch state {
            case .degraded, .failed, .quarantined, .waiting: true
            default: false
            }
        }
    }

    /// The plugins that are not disabled: those that need attention, then the others by their processor time.
    let plugins: [Plugin]

    /// The processors that the process used.
    let processors: Double

    /// The resident memory of the process, in bytes.
    let memory: Int

    /// The number of connections to the control socket.
    let connections: Int

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - last: The later snapshot.
    ///   - first: The earlier snapshot. A counter that has decreased, because the daemon was restarted, began at zero.
    init(_ last: UsageSnapshot, since first: UsageSnapshot) {
        let seconds = max(first.time.duration(to: last.time) / .seconds(1), 1e-9)
        func rate(_ new: Double, _ old: Double) -> Double { (new < old ? new : new - old) / seconds }
        processors = rate(last.processorTime, first.processorTime)
        memory = last.memory
        connections = last.connections
        plugins = last.plugins.filter { $0.value.state != .disabled }.map { name, plugin in
            let before = first.plugins[name] ?? UsageSnapshot.Plugin()
            let isRestarted = plugin.calls < before.calls
            let durations = plugin.durations.map { durations in
                before.durations.flatMap { isRestarted ? nil : durations.adding($0, -1) } ?? durations
            }
            return Plugin(
                name: name, state: plugin.state, override: plugin.override,
                processors: plugin.processorTime.map { rate($0, before.processorTime ?? 0) },
                calls: rate(plugin.calls, before.calls), failedCalls: rate(plugin.failedCalls, before.failedCalls),
                median: durations?.estimate(of: 0.5), percentile99: durations?.estimate(of: 0.99),
                scopes: plugin.scopes, streams: plugin.streams)
        }.sorted { left, right in
            if left.needsAttention != right.needsAttention { return left.needsAttention }
            if left.tenths != right.tenths { return left.tenths > right.tenths }
            return left.name < right.name
        }
    }
}

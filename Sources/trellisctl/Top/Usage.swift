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

        /// The use in the interval.
        let rates: UsageRates

        /// The processor time in tenths of a percent, as shown: smaller differences do not change the order.
        fileprivate var tenths: Int { Int(clamping: ((rates.processors ?? 0) * 1_000).rounded()) }

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
    ///   - states: The plugins with their present states. One without metrics has no use.
    init(_ last: UsageSnapshot, since first: UsageSnapshot, of states: [HostContract.Plugin]) {
        let seconds = max(first.time.duration(to: last.time) / .seconds(1), 1e-9)
        processors = .rate(of: last.processorTime ?? 0, since: first.processorTime ?? 0, seconds: seconds)
        memory = last.memory ?? 0
        connections = last.connections ?? 0
        let known = Dictionary(states.map { ($0.name, $0) }) { first, _ in first }
        plugins = Set(known.keys).union(last.plugins.keys).filter { known[$0]?.state != .disabled }.map { name in
            let counters = last.plugins[name] ?? UsageCounters()
            return Plugin(
                name: name, state: known[name]?.state, override: known[name]?.override,
                rates: counters.rates(since: first.plugins[name], seconds: seconds))
        }.sorted { left, right in
            if left.needsAttention != right.needsAttention { return left.needsAttention }
            if left.tenths != right.tenths { return left.tenths > right.tenths }
            return left.name < right.name
        }
    }
}

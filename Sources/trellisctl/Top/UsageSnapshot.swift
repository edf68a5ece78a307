import HostInterface
import OpenMetrics
import Varlink

/// The counters of the daemon and of each plugin at one time.
struct UsageSnapshot: Sendable {
    /// The counters of one plugin since the start of the daemon, and its present state.
    struct Plugin: Sendable {
        /// The state; nil for the daemon itself.
        var state: HostContract.PluginState?

        /// The command of an operator that enabled or disabled the plugin, if any.
        var override: HostContract.PluginOverride?

        /// The processor time in seconds; nil for the daemon itself.
        var processorTime: Double?

        /// The calls that have ended.
        var calls = 0.0

        /// The calls that ended with an error.
        var failedCalls = 0.0

        /// The durations of calls, in seconds; nil before the first call.
        var durations: HistogramValue?

        /// The open scopes; nil while the plugin does not run.
        var scopes: Int?

        /// The streams in progress.
        var streams = 0
    }

    /// The metrics that are read.
    static let names = [
        "trellis_plugin_processor_seconds", "trellis_calls", "trellis_call_duration_seconds", "trellis_plugin_scopes",
        "trellis_streams", "trellis_connections", "process_cpu_seconds", "process_resident_memory_bytes",
    ]

    /// The time of the snapshot.
    let time: ContinuousClock.Instant

    /// The plugins by name; `trellisd` is the daemon itself.
    private(set) var plugins: [String: Plugin] = [:]

    /// The processor time of the process, in seconds.
    private(set) var processorTime = 0.0

    /// The resident memory of the process, in bytes.
    private(set) var memory = 0

    /// The number of connections to the control socket.
    private(set) var connections = 0

    /// Reads the metrics of the daemon, and the states of its plugins.
    ///
    /// - Parameter connection: The connection to the daemon.
    /// - Throws: The error of a call.
    init(from connection: VarlinkConnection) async throws {
        var metrics: [HostContract.Metric] = []
        for try await reply in HostClient(connection).readMetrics(names: Self.names) {
            if let metric = reply.metric { metrics.append(metric) }
        }
        self.init(metrics, of: try await Catalogue(connection: connection).plugins(), at: .now)
    }

    /// Evaluates metrics.
    ///
    /// - Parameters:
    ///   - metrics: The metrics with the ``names``.
    ///   - states: The plugins with their states.
    ///   - time: The time at which they were read.
    init(_ metrics: [HostContract.Metric], of states: [HostContract.Plugin], at time: ContinuousClock.Instant) {
        self.time = time
        for plugin in states { plugins[plugin.name] = Plugin(state: plugin.state, override: plugin.override) }
        for metric in metrics {
            if let name = metric.labels["plugin"] {
                var plugin = plugins[name] ?? Plugin()
                plugin.add(metric)
                plugins[name] = plugin
            } else if let value = metric.value {
                switch metric.name {
                case "process_cpu_seconds": processorTime = value
                case "process_resident_memory_bytes": memory = Int(clamping: value)
                case "trellis_connections": connections = Int(clamping: value)
                default: break
                }
            }
        }
    }
}

extension UsageSnapshot.Plugin {
    fileprivate mutating func add(_ metric: HostContract.Metric) {
        let value = metric.value ?? 0
        switch metric.name {
        case "trellis_plugin_processor_seconds": processorTime = value
        case "trellis_plugin_scopes": scopes = Int(clamping: value)
        case "trellis_streams": streams += Int(clamping: value)
        case "trellis_calls":
            calls += value
            if metric.labels["outcome"] == "error" { failedCalls += value }
        case "trellis_call_duration_seconds":
            guard let bounds = metric.bounds, let counts = metric.counts, counts.count == bounds.count + 1 else {
                return
            }
            let added = HistogramValue(bounds: bounds, counts: counts, sum: metric.sum ?? 0)
            durations = durations.flatMap { $0.adding(added, 1) } ?? added
        default: break
        }
    }
}

extension Int {
    /// The integer part of a number, within the range of integers; 0 for NaN.
    init(clamping number: Double) {
        self = number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
}

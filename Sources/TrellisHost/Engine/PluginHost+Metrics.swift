import HostInterface
import OpenMetrics
import Trellis

extension PluginHost {
    /// Adds the metrics of the plugins and of the reloads to an exposition.
    func collectMetrics(into metrics: inout MetricCollection) {
        let counts = eventCounts.plugins
        let oldest = Dictionary(
            runningCalls.filter { !$0.isStream }.map { ($0.plugin, $0.age) }, uniquingKeysWith: max)
        for (hosted, status) in statuses {
            let labels = [("plugin", hosted.name)]
            metrics.add(Self.state, .state(status.state.rawValue, of: Self.states), labels: labels)
            guard status.state != .disabled else { continue }
            let count = counts[hosted.name] ?? EventCounts.Plugin()
            metrics.add(Self.restarts, .integer(count.restarts), labels: labels)
            for kind in HostContract.PluginFaultKind.allCases {
                metrics.add(
                    Self.faults, .integer(count.faults[kind] ?? 0), labels: labels + [("kind", kind.rawValue)])
            }
            collect(hosted.executor.usage, labels, into: &metrics)
            metrics.add(Self.oldestCall, .number((oldest[hosted.name] ?? .zero) / .seconds(1)), labels: labels)
            if let scope = hosted.life?.scopes?.own {
                let (open, opened) = scope.graph().root.counts
                metrics.add(Self.openScopes, .integer(open), labels: labels)
                metrics.add(Self.openedScopes, .integer(opened), labels: labels)
            }
        }
        metrics.add(Self.pendingSettings, .integer(configuration.pending.count))
        let reloads = eventCounts.reloads
        for outcome in HostContract.ReloadOutcome.allCases {
            metrics.add(
                Self.reloads, .integer(reloads[outcome] ?? 0), labels: [("outcome", outcome.rawValue)])
        }
    }

    private func collect(
        _ usage: ExecutorUsage, _ labels: [(String, String)], into metrics: inout MetricCollection
    ) {
        metrics.add(Self.processorTime, .number(Double(usage.processorTime) / 1e9), labels: labels)
        metrics.add(Self.jobs, .integer(usage.jobs + usage.callbacks), labels: labels)
        metrics.add(Self.waitingJobs, .integer(usage.waitingJobs), labels: labels)
        metrics.add(Self.longestJob, .number(Double(usage.longestJob) / 1e9), labels: labels)
        metrics.add(Self.stalls, .integer(usage.stalls), labels: labels)
    }
}

extension Graph.Scope {
    /// The number of open scopes, and the number of scopes that have been opened, including this one.
    fileprivate var counts: (open: Int, opened: Int) {
        scopes.map(\.counts).reduce((openCount, openedCount)) { ($0.0 + $1.open, $0.1 + $1.opened) }
    }
}

extension PluginHost {
    private static let states = HostContract.PluginState.allCases.map(\.rawValue)
    private static let state = MetricFamily("trellis_plugin_state", .stateSet, help: "State of the plugin.")
    private static let restarts = MetricFamily(
        "trellis_plugin_restarts", .counter,
        help: "Starts of the plugin after its first start, by the daemon or an operator.")
    private static let faults = MetricFamily(
        "trellis_plugin_faults", .counter,
        help: "Faults of the plugin by kind, such as failed, stalled, instanceLeaked or filesLeaked.")
    private static let processorTime = MetricFamily(
        "trellis_plugin_processor", .counter, unit: "seconds", help: "Processor time of the code of the plugin.")
    private static let jobs = MetricFamily(
        "trellis_plugin_jobs", .counter, help: "Parts of tasks between two suspensions that the plugin has run.")
    private static let waitingJobs = MetricFamily(
        "trellis_plugin_waiting_jobs", .gauge, help: "Jobs that wait for a thread of the plugin.")
    private static let longestJob = MetricFamily(
        "trellis_plugin_longest_job", .gauge, unit: "seconds",
        help: "Longest time that a job has occupied a thread since the start of the daemon.")
    private static let oldestCall = MetricFamily(
        "trellis_plugin_oldest_call", .gauge, unit: "seconds",
        help: "Age of the oldest call in progress, without calls with several replies; 0 without a call.")
    private static let stalls = MetricFamily(
        "trellis_plugin_stalls", .counter, help: "Times that the threads of the plugin made no progress.")
    private static let openScopes = MetricFamily(
        "trellis_plugin_scopes", .gauge, help: "Open scopes of the plugin: its own, generations, sessions and scenes.")
    private static let openedScopes = MetricFamily(
        "trellis_plugin_scopes_opened", .counter, help: "Scopes that were opened since the plugin started.")
    private static let pendingSettings = MetricFamily(
        "trellis_settings_pending", .gauge,
        help: "Changed settings of the daemon that take effect when the daemon restarts.")
    private static let reloads = MetricFamily(
        "trellis_reloads", .counter, help: "Reloads of the configuration by outcome.")
}

import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// The number of running plugins, healthy or degraded, and the number of enabled plugins.
    var count: (running: Int, enabled: Int) {
        loop.read { ($0.census.running, $0.census.enabled) }
    }

    /// The plugins that delay a stop: those that are stuck or whose code runs; if there are none, those that have not
    /// stopped.
    var unstopped: [String] {
        let active = hostedPlugins.filter { $0.isStuck || $0.executor.isBusy }
        if !active.isEmpty { return active.map(\.name) }
        return statuses.filter { ![.disabled, .stopped, .failed].contains($0.status.state) }.map(\.hosted.name)
    }

    /// Whether a plugin waits for its next start after a failure.
    var hasDelayedStart: Bool {
        loop.read { supervision in
            supervision.census.exceptions.contains { supervision.status(of: $0).nextStart != nil }
        }
    }

    /// The status of the plugins, the problems of the audit log and of the last reload, the settings that require a restart, and
    /// the active failpoints, in one line.
    func summary(with audit: AuditLog) -> String {
        [summary, cluster?.problem, audit.problem, reloads.problem, pendingSettings, activeFailpoints].compactMap(
            \.self
        )
        .joined(separator: "; ")
    }

    /// The changed settings that take effect when the daemon restarts; nil when there are none.
    private var pendingSettings: String? {
        let keys = configuration.pending.map(\.key)
        return keys.isEmpty ? nil : "restart to apply \(keys.joined(separator: ", "))"
    }

    /// The failpoints that inject faults, with their terms; nil when there are none.
    private var activeFailpoints: String? {
        let active = failpoints.all.compactMap { point in point.status.terms.map { "\(point.name)=\($0)" } }
        return active.isEmpty ? nil : "injected faults: \(active.joined(separator: ", "))"
    }

    /// The status of the plugins in one line, for `systemctl status`: `2 of 3 plugins run; mailer failed`,
    /// `3 plugins run; items is degraded: item store: no space left on …`.
    var summary: String {
        let (running, enabled, statuses) = loop.read { supervision in
            let census = supervision.census
            return (
                census.running, census.enabled,
                census.exceptions.sorted().map { (hostedPlugins[$0].name, supervision.status(of: $0)) }
            )
        }
        guard enabled > 0 else { return "no plugin is enabled" }
        let failed = statuses.filter { $0.1.state == .failed }.map(\.0)
        let others = statuses.compactMap { name, status in condition(of: name, status) }
        let head =
            running == enabled
            ? "\(running) \(running == 1 ? "plugin runs" : "plugins run")" : "\(running) of \(enabled) plugins run"
        return ([head] + (failed.isEmpty ? [] : ["\(failed.joined(separator: ", ")) failed"]) + others)
            .joined(separator: "; ")
    }

    /// The condition of a plugin that is degraded, waiting, on standby, stopped or quarantined; nil in any other state.
    private func condition(of name: String, _ status: PluginStatus) -> String? {
        switch status.state {
        case .degraded: "\(name) is degraded" + (status.reason.map { ": \($0)" } ?? "")
        case .waiting where status.nextStart != nil:
            "\(name) failed, next start in \(status.delay(from: clock.now()).systemdText)"
        case .waiting: status.reason.map { "\(name) waits: \($0)" }
        case .standby: "\(name) stands by" + (status.reason.map { ": \($0)" } ?? "")
        case .stopped: "\(name) is stopped"
        case .quarantined: "\(name) is quarantined" + (status.reason.map { ": \($0)" } ?? "")
        default: nil
        }
    }
}

extension HostContract.PluginState {
    /// Whether a plugin in this state is running: healthy, degraded, or with a new generation that is being created.
    var isRunning: Bool { self == .running || self == .degraded || self == .reloading }
}

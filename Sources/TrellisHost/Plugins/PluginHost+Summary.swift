import HostInterface

extension PluginHost {
    /// The number of running plugins, healthy or degraded, and the number of enabled plugins.
    var count: (running: Int, enabled: Int) {
        let enabled = supervisors.filter(\.plugin.isEnabled)
        return (enabled.filter { $0.status.state.isRunning }.count, enabled.count)
    }

    /// The plugins that delay a stop: those that are stuck or whose code runs; if there are none, those that have not
    /// stopped.
    var unstopped: [String] {
        let active = supervisors.filter { $0.isStuck || $0.executor.isBusy }
        let others = supervisors.filter { ![.disabled, .stopped, .failed].contains($0.status.state) }
        return (active.isEmpty ? others : active).map(\.name)
    }

    /// The status of the plugins, and the problem of the audit log if there is one, in one line.
    func summary(with audit: AuditLog) -> String {
        [summary, audit.problem].compactMap(\.self).joined(separator: "; ")
    }

    /// The status of the plugins in one line, for `systemctl status`: `2 of 3 plugins run; mailer failed`,
    /// `3 plugins run; items is degraded: item store: no space left on …`.
    var summary: String {
        let (running, enabled) = count
        guard enabled > 0 else { return "no plugin is enabled" }
        let statuses = supervisors.map { ($0.name, $0.status) }
        let failed = statuses.filter { $0.1.state == .failed }.map(\.0)
        let degraded = statuses.filter { $0.1.state == .degraded }.map { name, status in
            "\(name) is degraded" + (status.reason.map { ": \($0)" } ?? "")
        }
        let head =
            running == enabled
            ? "\(running) \(running == 1 ? "plugin runs" : "plugins run")" : "\(running) of \(enabled) plugins run"
        return ([head] + (failed.isEmpty ? [] : ["\(failed.joined(separator: ", ")) failed"]) + degraded)
            .joined(separator: "; ")
    }
}

extension HostContract.PluginState {
    /// Whether a plugin in this state is running, healthy or degraded.
    var isRunning: Bool { self == .running || self == .degraded }
}

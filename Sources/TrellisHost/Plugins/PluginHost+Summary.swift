import HostInterface

extension PluginHost {
    /// How many plugins run, and how many are enabled.
    var count: (running: Int, enabled: Int) {
        let enabled = supervisors.filter(\.plugin.isEnabled)
        return (enabled.filter { $0.status.state == .running }.count, enabled.count)
    }

    /// What the daemon is doing, in one line, for `systemctl status`: `2 of 3 plugins run; mailer failed`.
    var summary: String {
        let (running, enabled) = count
        guard enabled > 0 else { return "no plugin is enabled" }
        let failed = supervisors.filter { $0.status.state == .failed }.map(\.name)
        let tail = failed.isEmpty ? "" : "; \(failed.joined(separator: ", ")) failed"
        return
            (running == enabled
            ? "\(running) \(running == 1 ? "plugin runs" : "plugins run")"
            : "\(running) of \(enabled) plugins run") + tail
    }
}

import HostInterface
import Logging
import Trellis

extension PluginHost {
    /// Logs a change of a plugin.
    func log(_ change: Supervision.Change) {
        let (old, new) = (change.before, change.after)
        let logger = supervisors[change.plugin].environment.logger
        let reason: Logger.Metadata = new.reason.map { ["reason": "\($0)"] } ?? [:]
        if let failure = change.failure {
            logger.log(.pluginFailed, "\(failure)", metadata: ["reason": "\(failure)"])
        }
        guard old.state != new.state || old.nextStart != new.nextStart else { return }
        switch (old.state, new.state) {
        case (_, .degraded):
            logger.log(.pluginDegraded, "the plugin is degraded: \(new.reason ?? "")", metadata: reason)
        case (.degraded, .running): logger.log(.pluginRecovered, "the plugin is healthy again")
        case (_, .waiting) where new.nextStart != nil:
            let delay = new.delay(from: clock.now()).systemdText
            logger.log(
                .pluginRestartDelayed, "the plugin starts again in \(delay): \(new.reason ?? "")", metadata: reason)
        case (.stopping, .failed):
            logger.log(.pluginGivenUp, "the plugin is not started again: \(new.reason ?? "")", metadata: reason)
        default:
            let cause = new.reason.map { ": \($0)" } ?? ""
            logger.log(.pluginStateChanged, "the plugin is \(new.state.rawValue)\(cause)", metadata: reason)
        }
    }

    /// Runs the health checks of a plugin, and updates its status.
    ///
    /// The plugin is degraded from the first problem that a check reports until all checks report a healthy plugin.
    func checkHealth(of plugin: Supervision.Index) async {
        guard status(of: plugin).state.isRunning, let life = supervisors[plugin].life else { return }
        let problem = await life.problem()
        let actions = update { supervision, now in
            // The plugin may have ended in the meantime.
            supervisors[plugin].life === life ? supervision.handle(.health(problem), of: plugin, at: now) : []
        }
        assert(actions.isEmpty, "health changes the status of a plugin and nothing else")
    }
}

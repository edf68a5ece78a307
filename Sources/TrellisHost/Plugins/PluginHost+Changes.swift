import HostInterface
import Trellis

extension PluginHost {
    /// The events of a change of a plugin: its failure, and the transition if the state or the next start changed.
    func events(of change: Supervision.Change) -> [DaemonEvent] {
        let (plugin, old, new) = (supervisors[change.plugin].name, change.before, change.after)
        let fault = change.failure.map { DaemonEvent.fault(.failed($0), plugin: plugin) }
        let isTransition = old.state != new.state || old.nextStart != new.nextStart
        let transition =
            isTransition
            ? DaemonEvent.transition(
                PluginTransition(plugin: plugin, from: old, to: new, override: configuration.overrides[plugin])) : nil
        return [fault, transition].compactMap(\.self)
    }

    /// Runs the health checks of a plugin, and updates its status.
    ///
    /// The plugin is degraded from the first problem that a check reports until all checks report a healthy plugin. When the task is
    /// cancelled, the status remains.
    func checkHealth(of plugin: Supervision.Index) async {
        guard status(of: plugin).state.isRunning, let life = supervisors[plugin].life else { return }
        let problem = await life.problem()
        if Task.isCancelled { return }
        let actions = update { supervision, now in
            // The plugin may have ended in the meantime. The checks do not report their result to a daemon that stops.
            supervisors[plugin].life === life && !life.isToStop
                ? supervision.handle(.health(problem), of: plugin, at: now) : []
        }
        assert(actions.isEmpty, "health changes the status of a plugin and nothing else")
    }
}

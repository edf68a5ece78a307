import HostInterface
import Logging
import Trellis

extension Logger {
    /// Logs an event of the daemon: the journal is a reader of the ``EventRecord``.
    func log(_ recorded: RecordedEvent) {
        switch recorded.event {
        case .transition(let transition): log(transition, at: recorded)
        case .fault(let fault, let plugin): log(fault, of: plugin)
        case .reload(let report): log(report)
        }
    }

    private func log(_ report: ReloadReport) {
        let event: HostEvent =
            switch report.outcome {
            case .done: .reloaded
            case .failed: .reloadFailed
            case .rolledBack: .reloadRolledBack
            }
        log(
            event, "\(report.text)",
            metadata: ["plugins": "\(report.changes.isEmpty ? "none" : report.actions)"])
    }

    private func log(_ transition: PluginTransition, at recorded: RecordedEvent) {
        let (plugin, old, new) = (transition.plugin, transition.from, transition.to)
        let reason: Logger.Metadata = new.reason.map { ["reason": "\($0)"] } ?? [:]
        switch (old.state, new.state) {
        case (_, .degraded):
            log(.pluginDegraded, "the plugin \(plugin) is degraded: \(new.reason ?? "")", metadata: reason)
        case (.degraded, .running): log(.pluginRecovered, "the plugin \(plugin) is healthy again")
        case (_, .waiting) where new.nextStart != nil:
            let delay = new.delay(from: recorded.time).systemdText
            log(
                .pluginRestartDelayed, "the plugin \(plugin) starts again in \(delay): \(new.reason ?? "")",
                metadata: reason)
        case (_, .quarantined):
            log(.pluginQuarantined, "the plugin \(plugin) is quarantined\(cause(of: new))", metadata: reason)
        case (.stopping, .failed):
            log(.pluginGivenUp, "the plugin \(plugin) is not started again: \(new.reason ?? "")", metadata: reason)
        default:
            let origin = transition.override.map { " (\($0.enabled ? "enabled" : "disabled") by \($0.user))" } ?? ""
            log(
                .pluginStateChanged, "the plugin \(plugin) is \(new.state.rawValue)\(origin)\(cause(of: new))",
                metadata: reason)
        }
    }

    private func cause(of status: PluginStatus) -> String { status.reason.map { ": \($0)" } ?? "" }

    /// Logs a fault of a plugin.
    func log(_ fault: PluginFault, of plugin: String) {
        let message = fault.message(of: plugin)
        switch fault {
        case .failed(let failure): log(.pluginFailed, "\(message)", metadata: ["reason": "\(failure)"])
        case .stalled(let stall):
            log(
                .pluginStalled, "\(message)",
                metadata: [
                    "limit": "\(stall.limit.systemdText)", "threads": "\(stall.threads.joined(separator: ", "))",
                ])
        case .jobFailed(let job, let reason):
            log(.jobFailed, "\(message)", metadata: ["job": "\(job)", "reason": "\(reason)"])
        case .servicesOverdue(let services, _):
            log(
                .servicesOverdue, "\(message)",
                metadata: ["services": "\(services.joined(separator: ", "))"])
        case .stuck(let activity, _):
            log(.pluginStuck, "\(message)", metadata: ["activity": "\(activity.rawValue)"])
        case .abandonedCodeEnded(let activity):
            log(.stuckActivityEnded, "\(message)", metadata: ["activity": "\(activity.rawValue)"])
        case .instanceNotClosed(let scope, let reason):
            log(.instanceNotClosed, "\(message)", metadata: ["scope": "\(scope)", "reason": "\(reason)"])
        case .filesLeaked(let files):
            log(.filesLeaked, "\(message)", metadata: ["files": "\(files.joined(separator: ", "))"])
        case .instanceLeaked(let leak):
            let holders = leak.holders.isEmpty ? "code outside its scope" : leak.holders.joined(separator: ", ")
            log(
                .instanceLeaked, "\(message)",
                metadata: [
                    "instance": "\(leak.instance)", "scope": "\(leak.scope)", "location": "\(leak.location)",
                    "referencedBy": "\(holders)",
                ])
        }
    }
}

import HostInterface
import Logging
import Systemd
import Trellis

extension Logger {
    /// Logs an event of the daemon: the journal is a reader of the ``EventRecord``.
    func log(_ recorded: RecordedEvent) {
        switch recorded.event {
        case .transition(let transition): log(transition, at: recorded)
        case .fault(let fault, _): log(fault)
        }
    }

    private func log(_ transition: PluginTransition, at recorded: RecordedEvent) {
        let (old, new) = (transition.from, transition.to)
        let reason: Logger.Metadata = new.reason.map { ["reason": "\($0)"] } ?? [:]
        switch (old.state, new.state) {
        case (_, .degraded):
            log(.pluginDegraded, "the plugin is degraded: \(new.reason ?? "")", metadata: reason)
        case (.degraded, .running): log(.pluginRecovered, "the plugin is healthy again")
        case (_, .waiting) where new.nextStart != nil:
            let delay = new.delay(from: recorded.time).systemdText
            log(.pluginRestartDelayed, "the plugin starts again in \(delay): \(new.reason ?? "")", metadata: reason)
        case (.stopping, .failed):
            log(.pluginGivenUp, "the plugin is not started again: \(new.reason ?? "")", metadata: reason)
        default:
            let cause = new.reason.map { ": \($0)" } ?? ""
            log(.pluginStateChanged, "the plugin is \(new.state.rawValue)\(cause)", metadata: reason)
        }
    }

    /// Logs a fault of a plugin.
    func log(_ fault: PluginFault) {
        switch fault {
        case .failed(let failure): log(.pluginFailed, "\(fault.message)", metadata: ["reason": "\(failure)"])
        case .stalled(let stall):
            log(
                .pluginStalled, "\(fault.message)",
                metadata: [
                    "limit": "\(stall.limit.systemdText)", "threads": "\(stall.threads.joined(separator: ", "))",
                ])
        case .servicesOverdue(let services, _):
            log(
                .servicesOverdue, "\(fault.message)",
                metadata: ["services": "\(services.joined(separator: ", "))"])
        case .stuck(let activity, _, _):
            log(.pluginStuck, "\(fault.message)", metadata: ["activity": "\(activity.rawValue)"])
        case .abandonedCodeEnded(let activity):
            log(.stuckActivityEnded, "\(fault.message)", metadata: ["activity": "\(activity.rawValue)"])
        case .instanceNotClosed(let scope, let reason):
            log(.instanceNotClosed, "\(fault.message)", metadata: ["scope": "\(scope)", "reason": "\(reason)"])
        case .instanceLeaked(let leak):
            let holders = leak.holders.isEmpty ? "code outside its scope" : leak.holders.joined(separator: ", ")
            log(
                .instanceLeaked, "\(fault.message)",
                metadata: [
                    "instance": "\(leak.instance)", "scope": "\(leak.scope)", "location": "\(leak.location)",
                    "referencedBy": "\(holders)",
                ])
        }
    }
}

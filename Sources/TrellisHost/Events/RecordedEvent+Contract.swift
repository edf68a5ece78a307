import HostInterface
import Trellis

extension HostContract.Event {
    /// Converts a recorded event to the form of the contract.
    init(_ recorded: RecordedEvent) {
        let time = recorded.time.rfc3339WithMilliseconds
        switch recorded.event {
        case .transition(let transition):
            self.init(
                sequence: recorded.number, time: time, kind: .transition,
                transition: HostContract.PluginTransition(transition))
        case .fault(let fault, let plugin):
            self.init(
                sequence: recorded.number, time: time, kind: .fault,
                fault: HostContract.PluginFault(fault, plugin: plugin))
        case .reload(let report):
            self.init(
                sequence: recorded.number, time: time, kind: .reload, reload: HostContract.ReloadRecord(report))
        }
    }
}

extension HostContract.ReloadRecord {
    fileprivate init(_ report: ReloadReport) {
        self.init(
            outcome: report.outcome, hash: report.hash,
            plugins: report.changes.map { HostContract.PluginChange($0) }, message: report.message)
    }
}

extension HostContract.PluginTransition {
    fileprivate init(_ transition: PluginTransition) {
        self.init(
            plugin: transition.plugin, from: transition.from.state, to: transition.to.state,
            reason: transition.to.reason, nextStart: transition.to.nextStart?.rfc3339WithMilliseconds,
            override: transition.override)
    }
}

extension HostContract.PluginFault {
    fileprivate init(_ fault: PluginFault, plugin: String) {
        self.init(plugin: plugin, kind: fault.kind, message: fault.message(of: plugin))
        switch fault {
        case .failed: break
        case .stalled(let stall): threads = stall.threads
        case .jobFailed(let job, _): self.job = job
        case .servicesOverdue(let services, _): (activity, self.services) = (.services, services)
        case .stuck(let activity, let names):
            self.activity = activity
            switch activity {
            case .services: services = names
            case .tasks: tasks = names
            case .start, .closing, .checks: instances = names
            case .calls: calls = names
            }
        case .abandonedCodeEnded(let activity): self.activity = activity
        case .instanceNotClosed(let scope, _): self.scope = scope
        case .instanceLeaked(let leak): (instance, scope, location) = (leak.instance, leak.scope, leak.location)
        case .filesLeaked(let files): self.files = files
        }
    }
}

import HostInterface
import HostSupport
import Trellis

/// A fault of a plugin.
enum PluginFault: Sendable {
    /// The start or a service failed.
    case failed(HostFailure)

    /// The plugin made no progress.
    case stalled(PluginStall)

    /// A run of a job failed, and is repeated.
    case jobFailed(String, reason: String)

    /// Services did not stop within their time limit, and were cancelled.
    case servicesOverdue([String], limit: Duration)

    /// Code of the plugin was abandoned, with the names of its services, tasks, instances or calls, if any.
    case stuck(HostContract.PluginActivity, names: [String] = [])

    /// Abandoned code has ended.
    case abandonedCodeEnded(HostContract.PluginActivity)

    /// An instance did not close.
    case instanceNotClosed(scope: String, reason: String)

    /// An instance is still referenced after its scope has closed.
    case instanceLeaked(Leak)

    /// Files in the plugin's directories are open, although it has ended.
    case filesLeaked([String])

    /// A leaked instance.
    struct Leak: Sendable {
        /// The type of the instance.
        var instance: String

        /// The path of its scope.
        var scope: String

        /// The location of its declaration.
        var location: String

        /// The leaked instances that reference this instance; empty if only code outside the scope references it.
        var holders: [String]
    }

    /// Returns the fault in one sentence, for the journal and for clients.
    ///
    /// - Parameter plugin: The name of the plugin.
    /// - Returns: The sentence.
    func message(of plugin: String) -> String {
        switch self {
        case .failed(let failure): "\(failure)"
        case .stalled(let stall): "the plugin \(plugin) is stalled: \(stall)"
        case .jobFailed(let job, let reason): "the job \(job) of the plugin \(plugin) failed: \(reason)"
        case .servicesOverdue(let services, let limit):
            "services of the plugin \(plugin) did not stop within \(limit.systemdText), and were cancelled: "
                + services.joined(separator: ", ")
        case .stuck(.calls, let names):
            "the plugin \(plugin) is stuck: calls that ignore their cancellation were abandoned: "
                + names.joined(separator: ", ")
        case .stuck(.tasks, let names):
            "the plugin \(plugin) is stuck: tasks that ignore their cancellation leaked: \(names.joined(separator: ", "))"
        case .stuck(.checks, let names):
            "the plugin \(plugin) is stuck: health checks that ignore their cancellation were abandoned: "
                + names.joined(separator: ", ")
        case .stuck(let activity, let names):
            "the plugin \(plugin) is stuck and was abandoned in its \(activity.rawValue)"
                + (names.isEmpty ? "" : ": " + names.joined(separator: ", "))
        case .abandonedCodeEnded(let activity): "abandoned code of the plugin \(plugin) ended: \(activity.rawValue)"
        case .instanceNotClosed(_, let reason): "an instance did not close: \(reason)"
        case .instanceLeaked(let leak):
            "an instance of \(leak.instance) leaked: it is referenced, although its scope \(leak.scope) was closed"
                + (leak.holders.isEmpty ? "" : "; \(leak.holders.joined(separator: ", ")) reference it")
        case .filesLeaked(let files):
            "files of the plugin \(plugin) are open, although it has ended: \(files.joined(separator: ", "))"
        }
    }

    /// The kind of the fault.
    var kind: HostContract.PluginFaultKind {
        switch self {
        case .failed, .jobFailed: .failed
        case .stalled: .stalled
        case .servicesOverdue: .servicesOverdue
        case .stuck: .stuck
        case .abandonedCodeEnded: .abandonedCodeEnded
        case .instanceNotClosed: .instanceNotClosed
        case .instanceLeaked: .instanceLeaked
        case .filesLeaked: .filesLeaked
        }
    }
}

extension ClosingReport {
    /// The instances that did not close, and the leaked ones.
    var faults: [PluginFault] { closingFaults + leakFaults }

    /// The instances that did not close.
    var closingFaults: [PluginFault] {
        problems.map { .instanceNotClosed(scope: "\($0.scope)", reason: "\($0)") }
    }

    /// The leaked instances.
    ///
    /// A leaked instance is one that is still referenced after its scope has closed, for example by a global variable, a
    /// running task or a reference cycle. A chain of references is reported as one fault per instance, each with the
    /// instances that reference it.
    var leakFaults: [PluginFault] {
        leaks.map { leak in
            .instanceLeaked(
                PluginFault.Leak(
                    instance: "\(leak.binding)", scope: "\(leak.scope)", location: "\(leak.binding.location)",
                    holders: leak.dependents.map { "\($0) (\($0.location))" }))
        }
    }
}

import HostConfiguration
import HostInterface

/// An event of the daemon.
///
/// The journal, the method `Events` and tests receive the same events. A new kind of event is a case here, with a journal
/// message in `Logger+DaemonEvent.swift` and a field of `Event` in the contract.
enum DaemonEvent: Sendable {
    /// The status of a plugin changed.
    case transition(PluginTransition)

    /// A plugin failed, or did not release its resources.
    case fault(PluginFault, plugin: String)

    /// The configuration was reloaded, or a reload failed.
    case reload(ReloadReport)

    /// The plugin that the event concerns; nil for a reload.
    var plugin: String? {
        switch self {
        case .transition(let transition): transition.plugin
        case .fault(_, let plugin): plugin
        case .reload: nil
        }
    }
}

/// A change of the status of a plugin.
struct PluginTransition: Sendable {
    /// The name of the plugin.
    var plugin: String

    /// The status before the change.
    var from: PluginStatus

    /// The status after the change.
    var to: PluginStatus

    /// The command of an operator that enabled or disabled the plugin, if any.
    var override: HostContract.PluginOverride?
}

/// The outcome of a reload of the configuration.
struct ReloadReport: Sendable {
    /// The outcome.
    var outcome: HostContract.ReloadOutcome

    /// The hash of the plan; nil if the new configuration could not be read.
    var hash: String?

    /// The changes of plugins with another action than `keep`.
    var changes: [ReloadPlan.PluginChange] = []

    /// The reason for a failure.
    var message: String?

    /// The report in one line, or several if the message has several.
    var text: String {
        switch outcome {
        case .done where changes.isEmpty: "the configuration was reloaded; no plugin is affected"
        case .done: "the configuration was reloaded: \(actions)"
        case .failed: "the configuration was not reloaded: \(message ?? "")"
        case .rolledBack: "the configuration was reloaded and rolled back: \(message ?? "")"
        }
    }

    /// The changed plugins with their actions: `items reconfigure, movies restart`.
    var actions: String { changes.map { "\($0.plugin) \($0.action.rawValue)" }.joined(separator: ", ") }
}

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

    /// The plugin that the event concerns.
    var plugin: String {
        switch self {
        case .transition(let transition): transition.plugin
        case .fault(_, let plugin): plugin
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
}

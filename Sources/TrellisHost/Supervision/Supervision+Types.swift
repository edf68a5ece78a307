import HostConfiguration
import HostInterface
import HostSupport

extension Supervision {
    /// A plugin's position among the plugins.
    typealias Index = Int

    /// An action that the owner of the value performs.
    enum Action: Equatable {
        /// Opens a life with the instances of other plugins.
        case open(Index, holding: [Index])

        /// Closes the life of a plugin.
        case close(Index)

        /// Sends ``PluginStateMachine/Event/delayEnded(number:)`` after a delay.
        case wake(Index, after: Duration, number: Int)

        /// Stands as a candidate for running a plugin on this host, after the end of an earlier candidacy.
        case stand(Index, number: Int)

        /// Ends the candidacy for a plugin.
        case withdraw(Index)
    }

    /// A plugin, and the plugins that it requires or that require it.
    struct Member {
        let name: String
        var isRequired: Bool
        var machine: PluginStateMachine
        /// The plugins without which the plugin cannot start, and which start before it.
        var requirements: [Index] = []
        /// The plugins that require the plugin, or hold its instances.
        var dependents: [Index] = []
        /// The plugins whose instances the current life holds.
        var held: Set<Index> = []
        /// Whether the plugin runs, or does not run and remains so until a further event.
        var isSettled = false
        /// The status and the number of failures at the time of the last call of ``takeChanges()``.
        var reported: (status: PluginStatus, failures: Int)

        init(name: String, isRequired: Bool, machine: PluginStateMachine) {
            self.name = name
            self.isRequired = isRequired
            self.machine = machine
            reported = (machine.status, 0)
        }
    }

    /// A change of the status of a plugin.
    struct Change {
        /// The plugin.
        let plugin: Index

        /// The status before the change.
        let before: PluginStatus

        /// The status after the change.
        let after: PluginStatus

        /// The failure, if the plugin has failed.
        let failure: HostFailure?
    }

    /// Changes of plugins that ``apply(_:at:)`` makes at once.
    struct Adjustment: Sendable {
        /// The change of one plugin.
        struct Step: Sendable {
            /// The plugin.
            var plugin: Index

            /// The action.
            var action: HostContract.ReloadAction

            /// The reason, which is shown with the state of the plugin.
            var reason: String

            /// The reason why the plugin is enabled or disabled from now on.
            var enablement: String
        }

        /// The plugins that others require from now on.
        var requirements: [Index: [Index]] = [:]

        /// The new configurations.
        var configurations: [Index: SupervisionConfiguration] = [:]

        /// The actions, in order.
        var steps: [Step] = []

        /// The plugins whose lives have a configuration that is no longer in use.
        var outdated: [Index] = []
    }

    /// The numbers of plugins that are enabled and that run, and the plugins that the status of the daemon names.
    ///
    /// The value is updated with each change of a plugin, so that the status of the daemon costs the same with any number of
    /// healthy plugins.
    struct Census: Sendable, Equatable {
        /// The number of enabled plugins.
        private(set) var enabled = 0

        /// The number of running plugins, healthy or degraded.
        private(set) var running = 0

        /// The enabled plugins that are neither healthy nor about to start or stop.
        private(set) var exceptions: Set<Index> = []

        /// Counts a change of the status of a plugin.
        ///
        /// - Parameters:
        ///   - plugin: The plugin.
        ///   - before: The status that was counted before; nil for a new plugin.
        ///   - after: The new status.
        mutating func count(_ plugin: Index, from before: PluginStatus?, to after: PluginStatus) {
            if let before { add(-1, before) }
            add(1, after)
            switch after.state {
            case .degraded, .failed, .quarantined, .standby, .stopped, .waiting: exceptions.insert(plugin)
            case .disabled, .reloading, .running, .starting, .stopping: exceptions.remove(plugin)
            }
        }

        private mutating func add(_ number: Int, _ status: PluginStatus) {
            if status.state != .disabled { enabled += number }
            if status.state.isRunning { running += number }
        }
    }
}

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
}

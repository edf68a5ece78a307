import HostConfiguration
import HostInterface

/// A new arrangement of the plugins, with the actions that lead to it.
struct Rearrangement: Sendable {
    /// The action for one plugin.
    struct Step: Sendable {
        /// The plugin.
        var plugin: Supervision.Index

        /// The action.
        var action: HostContract.ReloadAction

        /// The reason, which is shown with the state of the plugin.
        var reason: String
    }

    /// The configuration and the plans.
    var arrangement: PluginHost.Arrangement

    /// The declarations that replace the present ones.
    var declarations: [Supervision.Index: PluginDeclaration]

    /// The plugins whose configuration changes, so that a life with the previous one ends.
    var reconfigured: Set<Supervision.Index>

    /// The plugins that others require from now on, where that changes.
    var requirements: [Supervision.Index: [Supervision.Index]]

    /// The actions, in the order of registration.
    var steps: [Step]

    /// The plugins that get a new generation.
    var reconfiguring: [Supervision.Index] { steps.filter { $0.action == .reconfigure }.map(\.plugin) }
}

extension Rearrangement {
    /// Returns the change that reverts this one.
    ///
    /// - Parameters:
    ///   - arrangement: The arrangement before this change.
    ///   - hostedPlugins: The plugins before this change.
    /// - Returns: The reverting change.
    func reverted(to arrangement: PluginHost.Arrangement, _ hostedPlugins: [HostedPlugin]) -> Rearrangement {
        let plugins = arrangement.configuration.plugins
        return Rearrangement(
            arrangement: arrangement,
            declarations: Dictionary(
                uniqueKeysWithValues: declarations.keys.map { ($0, hostedPlugins[$0].declaration) }),
            reconfigured: reconfigured,
            requirements: hostedPlugins.requirements(in: arrangement.plans, of: requirements.keys),
            steps: steps.map { step in
                let action: HostContract.ReloadAction =
                    switch step.action {
                    case .keep: .keep
                    case .stop: .start
                    case .start: plugins[step.plugin].isEnabled ? .restart : .stop
                    case .reconfigure: .reconfigure
                    case .restart: .restart
                    }
                return Step(plugin: step.plugin, action: action, reason: "the reload was rolled back")
            })
    }
}

/// A reload that has been validated and not applied.
struct PreparedReload: Sendable {
    /// The consequences.
    var plan: ReloadPlan

    /// The changes of plugins with another action than `keep`.
    ///
    /// `ReloadPlan.changes` examines every plugin.
    var changes: [ReloadPlan.PluginChange]

    /// The new arrangement, with the actions for the changed plugins.
    var rearrangement: Rearrangement
}

import HostConfiguration
import HostInterface
import Trellis

/// Determines the action of a reload for each plugin: a value without side effects.
struct ReloadPlanner {
    /// The states of the plugins, and the plugins that they require.
    var members: [Supervision.Member]

    /// The plugins with their previous configuration.
    var old: [ConfiguredPlugin]

    /// The plugins with their new configuration.
    var new: [ConfiguredPlugin]

    /// The changed settings of the plugins.
    var settings: [String: [ConfigurationDifference.Change]]

    /// The reasons why changed plugins cannot get a new generation.
    var obstacles: [Supervision.Index: String]

    /// The plugins with a new plan of their own scope.
    var renewed: Set<String>

    /// The plugins that each plugin requires from now on.
    var requirements: [Supervision.Index: [Supervision.Index]]

    /// The plugins in the order in which they start.
    var order: [Supervision.Index]

    private typealias Decision = (action: HostContract.ReloadAction, reason: String?)

    /// Determines the actions.
    ///
    /// - Returns: The changes, in the order of registration.
    func changes() -> [ReloadPlan.PluginChange] {
        var changes = members.map { member in
            ReloadPlan.PluginChange(plugin: member.name, action: .keep, settings: settings[member.name] ?? [])
        }
        /// The plugins whose lives end.
        var ended: Set<Supervision.Index> = []
        for index in members.indices where old[index].isEnabled && !new[index].isEnabled {
            (changes[index].action, changes[index].reason) = (.stop, "it is now disabled")
            ended.insert(index)
        }
        for index in order {
            let causes = causes(of: index, ended: ended)
            (changes[index].action, changes[index].reason) = decision(for: index, causes: causes, ended: ended)
            guard changes[index].action == .restart else { continue }
            ended.insert(index)
            for cause in causes { changes[cause].affected.append(members[index].name) }
        }
        return changes
    }

    /// The other plugins because of which a running plugin restarts.
    private func causes(of index: Supervision.Index, ended: Set<Supervision.Index>) -> [Supervision.Index] {
        let member = members[index]
        guard member.machine.phase != .down else { return [] }
        let holders = member.held.intersection(ended)
        guard renewed.contains(member.name) else { return holders.sorted() }
        let related = Set(member.requirements).union(requirements[index] ?? [])
        return related.filter { holders.contains($0) || old[$0].isEnabled != new[$0].isEnabled }.sorted()
    }

    private func decision(
        for index: Supervision.Index, causes: [Supervision.Index], ended: Set<Supervision.Index>
    ) -> Decision {
        guard old[index].isEnabled else { return (.start, "it is now enabled") }
        let machine = members[index].machine
        let isChanged = settings[members[index].name] != nil
        guard machine.phase != .down else {
            if let reason = reasonToStart(index, ended: ended) { return (.start, reason) }
            return isChanged ? decision(forInactive: machine) : (.keep, nil)
        }
        if let reason = obstacles[index] { return (.restart, reason) }
        if !causes.isEmpty { return (.restart, reason(for: causes, ended: ended)) }
        if renewed.contains(members[index].name) { return (.restart, "it depends on other plugins than before") }
        guard isChanged else { return (.keep, nil) }
        return machine.phase == .running
            ? (.reconfigure, "its configuration has changed")
            : (.restart, "its configuration has changed, and its previous start or stop has not ended")
    }

    /// The reason why a plugin starts that has waited for others, or has stood by; nil if it does not.
    private func reasonToStart(_ index: Supervision.Index, ended: Set<Supervision.Index>) -> String? {
        let member = members[index]
        let needed = requirements[index] ?? member.requirements
        guard member.machine.isReady, new[index].supervision.placement == .everywhere,
            needed.allSatisfy({ members[$0].machine.phase == .running && !ended.contains($0) })
        else { return nil }
        if member.machine.status.state == .standby { return "it runs on every host from now on" }
        let others = member.requirements.filter { !needed.contains($0) }.map { members[$0].name }
        return others.isEmpty ? nil : "it no longer needs \(others.joined(separator: " and "))"
    }

    /// The decision for a plugin without a life whose settings have changed.
    private func decision(forInactive machine: PluginStateMachine) -> Decision {
        if machine.isStuck {
            return (.keep, "abandoned code of it still runs; it uses the new configuration at its next start")
        }
        if machine.isQuarantined {
            return (.keep, "it is quarantined, and uses the new configuration when it is released")
        }
        if machine.hasFailed || machine.isDelayed { return (.start, "it failed, and its configuration has changed") }
        let state = machine.isReady ? "it waits for another plugin" : "it is stopped"
        return (.keep, "\(state), and uses the new configuration at its next start")
    }

    private func reason(for causes: [Supervision.Index], ended: Set<Supervision.Index>) -> String {
        let switched = causes.filter { old[$0].isEnabled != new[$0].isEnabled }
        if let first = switched.first {
            let state = new[first].isEnabled ? "enabled" : "disabled"
            return "the plugin \(members[first].name), on which it depends, is now \(state)"
        }
        return "it holds instances of \(causes.map { members[$0].name }.joined(separator: " and "))"
    }
}

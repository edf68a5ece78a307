import HostConfiguration
import HostInterface
import HostSupport
import Synchronization
import Trellis

import enum Systemd.ExitStatus

extension PluginHost {
    /// Reads the configuration again, and determines the consequences of a reload.
    ///
    /// Nothing changes.
    ///
    /// - Returns: The consequences.
    /// - Throws: `HostError.changeRejected` with every problem of an invalid configuration.
    func reloadPlan() throws -> ReloadPlan { try preparedReload().plan }

    /// Reads and validates the configuration, and determines the consequences of using it.
    ///
    /// - Returns: The reload, which has not been applied.
    /// - Throws: `HostError.changeRejected` with every problem of an invalid configuration.
    func preparedReload() throws -> PreparedReload {
        let current = arrangement.withLock(\.self)
        do {
            let configuration = try source.read(current.configuration.overrides)
            return try preparedReload(to: configuration, from: current)
        } catch {
            throw HostError.changeRejected(message: "\(error)")
        }
    }

    /// Validates a configuration, and determines the consequences of using it.
    func preparedReload(
        to configuration: LoadedConfiguration, from current: Arrangement
    ) throws -> PreparedReload {
        let difference = ConfigurationDifference(from: current.configuration, to: configuration)
        var declarations: [Supervision.Index: PluginDeclaration] = [:]
        for index in hostedPlugins.indices where difference.plugins[hostedPlugins[index].name] != nil {
            declarations[index] = declaration(of: configuration.plugins[index], in: hostedPlugins[index].environment)
        }
        try validate(declarations, in: configuration)
        var (obstacles, reconfigured): ([Supervision.Index: String], Set<String>) = ([:], [])
        for (index, declaration) in declarations where declaration.plugin.isEnabled {
            let hosted = hostedPlugins[index]
            guard let own = current.plans[hosted.name]?.plan.blueprint else { continue }
            let obstacle = declaration.reconfigurationObstacle(from: hosted.declaration, carrying: own)
            obstacles[index] = obstacle
            if obstacle == nil { reconfigured.insert(hosted.name) }
        }
        let (plans, renewed) = try current.plans.updated(
            with: hostedPlugins.blueprints(in: configuration, replacing: declarations), under: rootPlan,
            renewing: Set(obstacles.keys.map { hostedPlugins[$0].name }), reconfiguring: reconfigured)
        let indices = Dictionary(uniqueKeysWithValues: hostedPlugins.enumerated().map { ($1.name, $0) })
        let members = loop.read(\.members)
        let requirements = hostedPlugins.requirements(in: plans)
        let planner = ReloadPlanner(
            members: members, old: current.configuration.plugins, new: configuration.plugins,
            settings: difference.plugins, obstacles: obstacles, renewed: renewed,
            requirements: requirements, order: plans.order.compactMap { indices[$0] })
        let plan = ReloadPlan(
            hash: ReloadPlan.hash(daemon: identifier, from: current.configuration, to: configuration),
            plugins: planner.changes(),
            settings: difference.daemon.filter { !HostConfiguration.requiresRestart($0.key) },
            afterRestart: difference.daemon.filter { HostConfiguration.requiresRestart($0.key) })
        let steps = plan.plugins.enumerated().filter { $1.action != .keep }.map { index, change in
            Rearrangement.Step(plugin: index, action: change.action, reason: change.reason ?? "a reload")
        }
        return PreparedReload(
            plan: plan, changes: plan.changes,
            rearrangement: Rearrangement(
                arrangement: Arrangement(
                    configuration: current.configuration.reloaded(as: configuration), plans: plans),
                declarations: declarations, reconfigured: Set(declarations.keys),
                requirements: requirements.filter { members[$0.key].requirements != $0.value }, steps: steps))
    }

    /// Validates the changed plugins: their interfaces, their extension points, their configuration and their credentials.
    private func validate(
        _ declarations: [Supervision.Index: PluginDeclaration], in configuration: LoadedConfiguration
    ) throws {
        if declarations.isEmpty { return }
        var failures = conflicts(in: configuration, replacing: declarations)
        for (index, declaration) in declarations.sorted(by: { $0.key < $1.key }) where declaration.plugin.isEnabled {
            let name = hostedPlugins[index].name
            if declaration.plugin.supervision.placement == .single, cluster == nil {
                failures.append(
                    HostFailure(
                        .configuration, "plugins.\(name).placement: the daemon has started without a cluster",
                        advice: "Restart the daemon, which then uses the section cluster"))
            }
            do {
                try declaration.plugin.validate(hostedPlugins[index].environment)
            } catch {
                failures.append(HostFailure(starting: name, error))
            }
        }
        if let failure = HostFailure(joining: failures) { throw failure }
    }
}

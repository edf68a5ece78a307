import HostConfiguration
import HostInterface
import HostSupport
import Synchronization
import SystemPackage
import Trellis

import enum Systemd.ExitStatus

extension PluginHost {
    /// Starts, stops or restarts a plugin at the request of an operator.
    ///
    /// The function returns when the plugin and the affected plugins have settled: each runs, is stopped, or waits for
    /// its next start. Plugins that hold instances of a stopping plugin are closed first, and start again with that
    /// plugin.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - name: The name of the plugin.
    ///   - isDryRun: Whether only to determine the affected plugins.
    /// - Returns: The plugin and those that it affects.
    /// - Throws: `HostError` when the plugin is unknown, disabled, quarantined or stuck, or the daemon stops before the plugins have
    ///   settled; `CancellationError` when the task is cancelled.
    func control(
        _ command: PluginStateMachine.Command, _ name: String, isDryRun: Bool
    ) async throws -> [HostContract.PluginCondition] {
        let plugin = try index(of: name)
        let hosted = hostedPlugins[plugin]
        guard hosted.plugin.isEnabled else { throw HostError.pluginDisabled(plugin: name) }
        let status = status(of: plugin)
        if command != .stop, status.state == .quarantined {
            throw HostError.pluginNotRunning(
                plugin: name, state: .quarantined, reason: status.reason, nextStart: nil)
        }
        if command != .stop, hosted.life == nil, hosted.isStuck { throw HostError.pluginStuck(plugin: name) }
        let affected = loop.read { supervision in
            [plugin] + (command == .start ? supervision.requiring(plugin) : supervision.affected(by: plugin))
        }
        if !isDryRun {
            let changes = statusChanged.changes()
            try await loop.send(.command(command, plugin))
            try await waitUntilSettled(affected, changes, isStop: command == .stop)
        }
        return conditions(of: affected)
    }

    /// The plugin with a name.
    ///
    /// - Throws: `HostError.noSuchPlugin` when no plugin has the name.
    func index(of name: String) throws -> Supervision.Index {
        guard let plugin = hostedPlugins.firstIndex(where: { $0.name == name }) else {
            throw HostError.noSuchPlugin(plugin: name)
        }
        return plugin
    }

    /// Waits until each given plugin has settled: it runs, is stopped, or waits for its next start.
    ///
    /// - Parameters:
    ///   - plugins: The plugins.
    ///   - changes: The changes of ``statusChanged`` since the command.
    ///   - isStop: Whether the command stops the plugin, as a daemon that stops does, too.
    /// - Throws: `HostError.shuttingDown` when the daemon stops, so that no further plugin starts; `CancellationError` when the task is
    ///   cancelled.
    func waitUntilSettled(
        _ plugins: [Supervision.Index], _ changes: AsyncStream<Void>, isStop: Bool
    ) async throws {
        var iterator = changes.makeAsyncIterator()
        while !loop.read({ supervision in plugins.allSatisfy(supervision.isSettled) }) {
            try Task.checkCancellation()
            if !isStop, loop.read(\.isEnding) { throw HostError.shuttingDown }
            await iterator.next()
        }
        try Task.checkCancellation()
    }

    /// The states of plugins, for an operator.
    func conditions(of plugins: [Supervision.Index]) -> [HostContract.PluginCondition] {
        plugins.map(condition(of:))
    }

    /// The state of a plugin, for an operator.
    func condition(of plugin: Supervision.Index) -> HostContract.PluginCondition {
        let (name, status) = (hostedPlugins[plugin].name, status(of: plugin))
        return HostContract.PluginCondition(
            name: name, state: status.state, since: status.since.rfc3339WithMilliseconds, reason: status.reason,
            nextStart: status.nextStart?.rfc3339WithMilliseconds, override: configuration.overrides[name])
    }
}

extension PluginHost {
    /// Enables or disables a plugin at the request of an operator, also for later starts of the daemon.
    ///
    /// The function returns when the plugin and the affected plugins have settled: each runs, is stopped, or waits for
    /// its next start. A change that is in progress, such as a reload, ends first.
    ///
    /// - Parameters:
    ///   - name: The name of the plugin.
    ///   - isEnabled: Whether the plugin is to run; nil if the configuration determines it.
    ///   - user: The name of the operator.
    ///   - isDryRun: Whether only to determine the affected plugins.
    /// - Returns: The plugin, the running plugins that restart because of the change, and the waiting ones that may start.
    /// - Throws: `HostError.noSuchPlugin`, `.pluginStuck`, `.changeRejected`, `.changeNotSaved`, `.shuttingDown`;
    ///   `CancellationError` when the task is cancelled.
    func setEnablement(
        of name: String, to isEnabled: Bool?, by user: String, isDryRun: Bool
    ) async throws -> [HostContract.PluginCondition] {
        let plugin = try index(of: name)
        if isEnabled == true, hostedPlugins[plugin].life == nil, hostedPlugins[plugin].isStuck {
            throw HostError.pluginStuck(plugin: name)
        }
        let override = isEnabled.map {
            OperatorOverrides.Override(enabled: $0, user: user, since: clock.now().rfc3339WithMilliseconds)
        }
        if isDryRun { return conditions(of: [plugin] + (try enablement(of: plugin, by: override).others)) }
        return try await changing.withLock {
            try requireBeginning()
            try await confirmWatchedReload()
            let (change, others) = try enablement(of: plugin, by: override)
            try await DedicatedExecutor.files.perform { try save(change.arrangement.configuration.overrides) }
            let changes = statusChanged.changes()
            // The task is unstructured, so that the cancellation of the current task does not reach it: a saved change is
            // also applied before the next one begins.
            try await Task { try await self.loop.send(.rearrangement(change, [])) }.value
            let affected = [plugin] + others
            try await waitUntilSettled(affected, changes, isStop: !hostedPlugins[plugin].plugin.isEnabled)
            return conditions(of: affected)
        }
    }

    /// Determines the consequences of enabling or disabling a plugin.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - override: The new override; nil to remove the current one.
    /// - Returns: The new arrangement, and the running and waiting plugins with a new plan, in the order of registration, without
    ///   the plugin itself.
    /// - Throws: `HostError.changeRejected`.
    private func enablement(
        of plugin: Supervision.Index, by override: OperatorOverrides.Override?
    ) throws -> (change: Rearrangement, others: [Supervision.Index]) {
        let current = arrangement.withLock(\.self)
        var overrides = current.configuration.overrides
        overrides.plugins[hostedPlugins[plugin].name] = override
        do {
            let configuration = try current.configuration.with(overrides)
            let (plans, renewed) = try current.plans.updated(
                with: hostedPlugins.blueprints(in: configuration), under: rootPlan)
            var declaration = hostedPlugins[plugin].declaration
            let wasEnabled = declaration.plugin.isEnabled
            declaration.plugin = configuration.plugins[plugin]
            let isEnabled = declaration.plugin.isEnabled
            if isEnabled, !wasEnabled {
                if let failure = HostFailure(joining: conflicts(in: configuration)) { throw failure }
                try validate(declaration.plugin, hostedPlugins[plugin].environment)
            }
            let others = loop.read { supervision in
                hostedPlugins.indices.filter { index in
                    index != plugin && renewed.contains(hostedPlugins[index].name)
                        && (supervision.isAlive(index) || supervision.members[index].machine.isReady)
                }
            }
            let reason = "the plugin \(hostedPlugins[plugin].name) was \(isEnabled ? "enabled" : "disabled")"
            var steps = others.map { Rearrangement.Step(plugin: $0, action: .restart, reason: reason) }
            // A plugin that an operator stopped remains stopped when its override is removed without effect.
            if override != nil || isEnabled != wasEnabled {
                steps.append(Rearrangement.Step(plugin: plugin, action: isEnabled ? .start : .stop, reason: reason))
            }
            let change = Rearrangement(
                arrangement: Arrangement(configuration: configuration, plans: plans),
                declarations: [plugin: declaration], reconfigured: [],
                requirements: hostedPlugins.requirements(in: plans), steps: steps)
            return (change, others)
        } catch {
            throw HostError.changeRejected(message: "\(error)")
        }
    }

    private func save(_ overrides: OperatorOverrides) throws {
        guard let overridesFile else { return }
        do throws(Errno) {
            try overridesFile.write(overrides)
        } catch {
            throw HostError.changeNotSaved(message: "cannot write \(overridesFile.path): \(error)")
        }
    }

    private func validate(_ plugin: ConfiguredPlugin, _ environment: PluginEnvironment) throws {
        do {
            try plugin.validate(environment)
        } catch {
            throw HostFailure(starting: plugin.registration.name, error)
        }
    }
}

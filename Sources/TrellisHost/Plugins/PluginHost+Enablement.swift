import HostInterface
import Synchronization
import SystemPackage
import Systemd
import Trellis

extension PluginHost {
    /// The consequences of a change of the enabled plugins.
    struct Rearrangement: Sendable {
        /// The new configuration and plans.
        var arrangement: Arrangement

        /// The running plugins with a new plan, in the order of registration, without the plugin itself.
        var restarted: [Supervision.Index]
    }

    /// Enables or disables a plugin at the request of an operator, also for later starts of the daemon.
    ///
    /// The function returns when the plugin and the affected plugins have settled: each runs, is stopped, or waits for
    /// its next start.
    ///
    /// - Parameters:
    ///   - name: The name of the plugin.
    ///   - isEnabled: Whether the plugin is to run; nil if the configuration determines it.
    ///   - user: The name of the operator.
    ///   - isDryRun: Whether only to determine the affected plugins.
    /// - Returns: The plugin and the running plugins that restart because of the change.
    /// - Throws: `HostError.noSuchPlugin`, `.pluginStuck`, `.changeRejected`, `.changeNotSaved`; `CancellationError`
    ///   when the task is cancelled.
    func setEnablement(
        of name: String, to isEnabled: Bool?, by user: String, isDryRun: Bool
    ) async throws -> [HostContract.PluginCondition] {
        let plugin = try index(of: name)
        if isEnabled == true, supervisors[plugin].life == nil, supervisors[plugin].isStuck {
            throw HostError.pluginStuck(plugin: name)
        }
        let change = EnablementRequest.Change(
            plugin: plugin,
            override: isEnabled.map {
                .init(enabled: $0, user: user, since: clock.now().rfc3339WithMilliseconds)
            })
        if isDryRun { return conditions(of: [plugin] + (try rearrangement(for: change).restarted)) }
        let changes = statusChanged.changes()
        let request = EnablementRequest(change)
        post(.enablement(request))
        let affected = [plugin] + (try await request.affected())
        try await waitUntilSettled(affected, changes)
        return conditions(of: affected)
    }

    /// Determines the consequences of a change without applying the change.
    private func rearrangement(for change: EnablementRequest.Change) throws -> Rearrangement {
        let name = supervisors[change.plugin].name
        var arrangement = arrangement.withLock(\.self)
        var overrides = arrangement.configuration.overrides
        overrides.plugins[name] = change.override
        do {
            let configuration = try arrangement.configuration.with(overrides)
            let (plans, renewed) = try arrangement.plans.updated(
                with: supervisors.blueprints(in: configuration), under: rootPlan)
            arrangement = Arrangement(configuration: configuration, plans: plans)
            let new = configuration.plugins[change.plugin]
            if new.isEnabled, !supervisors[change.plugin].plugin.isEnabled {
                if let failure = HostFailure(joining: interfaceConflicts(in: configuration)) { throw failure }
                try validate(new, supervisors[change.plugin].environment)
            }
            let restarted = supervision.withLock { supervision in
                supervisors.indices.filter { index in
                    index != change.plugin && renewed.contains(supervisors[index].name) && supervision.isAlive(index)
                }
            }
            return Rearrangement(arrangement: arrangement, restarted: restarted)
        } catch {
            throw HostError.changeRejected(message: "\(error)")
        }
    }

    private func validate(_ plugin: ConfiguredPlugin, _ environment: PluginEnvironment) throws {
        do {
            try plugin.validate(environment)
        } catch {
            throw HostFailure(starting: plugin.registration.name, error)
        }
    }

    /// Saves a change, and applies it to the states of the plugins.
    ///
    /// Only the task that supervises the plugins calls this function, so that no two changes overlap.
    ///
    /// - Returns: The actions to perform.
    func apply(_ request: EnablementRequest) -> [Supervision.Action] {
        do {
            let change = request.change
            let new = try rearrangement(for: change)
            do throws(Errno) {
                try overridesFile?.write(new.arrangement.configuration.overrides)
            } catch {
                throw HostError.changeNotSaved(message: "can't write overrides.json in the state directory: \(error)")
            }
            let wasEnabled = supervisors[change.plugin].plugin.isEnabled
            arrangement.withLock { $0 = new.arrangement }
            for (supervisor, plugin) in zip(supervisors, new.arrangement.configuration.plugins) {
                supervisor.plugin = plugin
            }
            let isEnabled = supervisors[change.plugin].plugin.isEnabled
            let reason = "the plugin \(supervisors[change.plugin].name) was \(isEnabled ? "enabled" : "disabled")"
            defer { request.complete(with: .success(new.restarted)) }
            // A plugin that an operator stopped remains stopped.
            if change.override == nil, isEnabled == wasEnabled { return [] }
            return update { supervision, now in
                for (index, relations) in supervisors.relations(in: new.arrangement.plans) {
                    supervision.relate(relations, to: index)
                }
                return supervision.restart(new.restarted, because: reason, at: now)
                    + supervision.handle(.command(isEnabled ? .enable : .disable), of: change.plugin, at: now)
            }
        } catch {
            request.complete(with: .failure(error))
            return []
        }
    }
}

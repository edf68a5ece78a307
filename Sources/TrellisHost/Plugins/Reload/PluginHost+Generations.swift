import HostInterface
import Synchronization
import Trellis

/// A generation that a reload has prepared.
struct PreparedGeneration: Sendable {
    /// The plugin.
    var plugin: Supervision.Index

    /// The life of the plugin.
    var life: PluginLife

    /// The generation with the new configuration.
    var generation: PluginGeneration

    /// Whether the plugin fails with the generation from the switch on.
    var isConfirmed: Bool
}

extension PluginHost {
    /// A plugin that prevents a reload, and the reason.
    struct ReloadObstacle: Error {
        /// The name of the plugin.
        var plugin: String

        /// The reason, which names the plugin.
        var message: String
    }

    /// Opens the generations of the plugins that a change reconfigures, beside those in use.
    ///
    /// A plugin whose life ends in the meantime gets no generation: it uses the new configuration when it starts again.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isRollback: Whether the change restores the previous configuration, so that a generation may be unhealthy, and
    ///     a plugin without one restarts.
    /// - Returns: The generations.
    /// - Throws: ``ReloadObstacle`` when a generation cannot start or is unhealthy; the others are then closed.
    func prepare(_ change: Rearrangement, isRollback: Bool) async throws -> [PreparedGeneration] {
        let plugins = change.steps.filter { $0.action == .reconfigure }.map(\.plugin)
        var prepared: [PreparedGeneration] = []
        var obstacles: [Supervision.Index: ReloadObstacle] = [:]
        await withTaskGroup(of: Preparation.self) { group in
            for plugin in plugins {
                guard let plan = change.arrangement.plans[supervisors[plugin].name]?.generationPlan,
                    let life = supervisors[plugin].life
                else { continue }
                let mustBeHealthy = !isRollback && supervision.withLock { $0.members[plugin].machine.isHealthy }
                let limits = (change.declarations[plugin]?.plugin ?? supervisors[plugin].plugin).supervision
                group.addTask {
                    await self.prepare(
                        plan, of: plugin, in: life, within: limits, mustBeHealthy: mustBeHealthy,
                        isConfirmed: isRollback)
                }
            }
            for await preparation in group {
                switch preparation {
                case .prepared(let generation): prepared.append(generation)
                case .ended: break
                case .failed(let plugin, let obstacle): if !isRollback { obstacles[plugin] = obstacle }
                }
            }
        }
        if let obstacle = obstacles.min(by: { $0.key < $1.key })?.value {
            await discard(prepared)
            throw obstacle
        }
        return prepared
    }

    /// The result of preparing a generation.
    private enum Preparation: Sendable {
        case prepared(PreparedGeneration)
        /// The life of the plugin has ended.
        case ended
        case failed(Supervision.Index, ReloadObstacle)
    }

    private func prepare(
        _ plan: Plan, of plugin: Supervision.Index, in life: PluginLife, within limits: SupervisionConfiguration,
        mustBeHealthy: Bool, isConfirmed: Bool
    ) async -> Preparation {
        do {
            let generation = try await life.prepare(plan, within: limits, mustBeHealthy: mustBeHealthy)
            return .prepared(
                PreparedGeneration(plugin: plugin, life: life, generation: generation, isConfirmed: isConfirmed))
        } catch is CancellationError {
            return .ended
        } catch {
            return .failed(plugin, ReloadObstacle(plugin: supervisors[plugin].name, message: "\(error)"))
        }
    }

    /// Closes prepared generations, none of which is in use.
    func discard(_ generations: [PreparedGeneration]) async {
        await withTaskGroup(of: Void.self) { group in
            for prepared in generations { group.addTask { await prepared.life.discard(prepared.generation) } }
        }
    }

    /// Makes prepared generations the current ones.
    ///
    /// Only the task that supervises the plugins calls this function, so that no life ends in the meantime.
    ///
    /// - Returns: The plugins with a new generation; the life of every other one has ended.
    func commit(_ generations: [PreparedGeneration]) -> Set<Supervision.Index> {
        var committed: Set<Supervision.Index> = []
        for prepared in generations {
            let isRunning = status(of: prepared.plugin).state.isRunning
            guard isRunning, supervisors[prepared.plugin].life === prepared.life else { continue }
            prepared.life.commit(prepared.generation, isConfirmed: prepared.isConfirmed)
            committed.insert(prepared.plugin)
        }
        return committed
    }

    /// Confirms the new generations of a change: their plugins fail with them from now on.
    ///
    /// - Throws: `HostError.shuttingDown` when the host handles no further messages.
    func confirm(_ change: Rearrangement) async throws {
        try await arrange {
            // No life ends while the task that supervises the plugins executes this.
            change.steps.flatMap { step -> [Supervision.Action] in
                guard step.action == .reconfigure, let failure = self.supervisors[step.plugin].life?.confirm() else {
                    return []
                }
                return self.update { $0.handle(.failed(failure), of: step.plugin, at: $1) }
            }
        }
    }

    /// Whether a failure of a plugin can be noticed, and reverts a reload.
    func isObserved(_ plugin: Supervision.Index) -> Bool {
        supervisors[plugin].plugin.supervision.confirmHealth > .zero && supervisors[plugin].life?.isObserved == true
    }

    /// Checks the health of changed plugins once.
    ///
    /// - Parameter plugins: The plugins, each with the number of its failures before the change.
    /// - Returns: The first plugin that failed, or is unhealthy; nil if none did.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    func problem(of plugins: [Supervision.Index: Int]) async throws -> ReloadObstacle? {
        for index in plugins.keys.sorted() where isObserved(index) {
            guard let problem = await supervisors[index].life?.problem() else { continue }
            let name = supervisors[index].name
            return ReloadObstacle(plugin: name, message: "the plugin \(name) became unhealthy: \(problem)")
        }
        return try failure(of: plugins)
    }

    /// Checks the health of changed plugins until `confirmHealth` has passed for each, or until an event.
    ///
    /// - Parameters:
    ///   - plugins: The plugins, each with the number of its failures before the change.
    ///   - end: The event.
    /// - Returns: The first plugin that failed, or became unhealthy; nil if none did.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    func watch(_ plugins: [Supervision.Index: Int], until end: OneShotEvent) async throws -> ReloadObstacle? {
        var elapsed = Duration.zero
        while !end.isSignaled {
            let changes = statusChanged.changes()
            if let obstacle = try failure(of: plugins) { return obstacle }
            let pending = plugins.filter { index, failures in
                guard elapsed <= supervisors[index].plugin.supervision.confirmHealth else { return false }
                // The life of a plugin that has failed may not have ended yet.
                let isFailing = supervision.withLock { $0.members[index].machine.failures > failures }
                return isFailing || isObserved(index)
            }
            if pending.isEmpty { return nil }
            if let obstacle = try await problem(of: pending) { return obstacle }
            let pause = Duration.seconds(1)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await self.clock.sleep(pause) }
                group.addTask { await end.wait() }
                group.addTask { for await _ in changes where self.isOver(plugins) { break } }
                await group.next()
                group.cancelAll()
            }
            elapsed += pause
        }
        return nil
    }

    /// Whether one of several plugins has failed since a change, or the daemon stops.
    private func isOver(_ plugins: [Supervision.Index: Int]) -> Bool {
        do {
            return try failure(of: plugins) != nil
        } catch {
            return true
        }
    }
}

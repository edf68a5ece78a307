import HostConfiguration
import HostInterface
import HostSupport
import Synchronization
import Trellis

/// A reload of the configuration: a transaction over the changed plugins.
///
/// ``execute()`` executes the first four steps, ``conclude(because:)`` the last one.
///
/// | step | what happens | if it fails |
/// |---|---|---|
/// | prepare | each reconfigured plugin opens a generation beside the one in use | the others are closed, and nothing has changed |
/// | switch | ``PluginLoop`` uses the new arrangement and the prepared generations | – |
/// | settle | every changed plugin runs, and a first health check succeeds | revert |
/// | watch | the changed plugins are checked for `confirmHealth`, while the daemon serves | revert |
/// | confirm | the plugins fail with their new generations, like with any other | – |
/// | revert | prepares and switches back, with generations that may be unhealthy | a plugin that does not run is part of the report |
///
/// A stop of the daemon ends the transaction in any step, without a revert: the next start reads the configuration again. The cost
/// does not depend on the number of unchanged plugins.
final class ReloadTransaction: Sendable {
    /// A plugin that prevents a reload, and the reason.
    struct Obstacle: Error {
        /// The name of the plugin.
        var plugin: String

        /// The reason, which names the plugin.
        var message: String
    }

    /// A generation that was prepared.
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

    /// The plugins that are watched, each with the number of its failures before the reload.
    private typealias Watched = [Supervision.Index: Int]

    private let host: PluginHost
    private let hash: String
    private let changes: [ReloadPlan.PluginChange]
    private let change: Rearrangement
    private let reverting: Rearrangement

    /// The plugins that the change may start or end, and those of them that ran before.
    private let (affected, running): (Set<Supervision.Index>, Set<Supervision.Index>)

    /// The plugins whose failure makes the reload fail; those that had failed before do not belong to them.
    private let watched: Watched

    /// Those of ``watched`` that were healthy before.
    private let healthy: Watched

    /// The plugins that are watched after ``execute()``.
    private let observed = Mutex<Watched>([:])

    /// Signaled when the reload has been confirmed before `confirmHealth` has passed.
    let isConfirmedEarly = OneShotEvent()

    /// Creates a transaction that has not begun.
    init(_ reload: PreparedReload, of host: PluginHost) {
        self.host = host
        (hash, changes, change) = (reload.plan.hash, reload.changes, reload.rearrangement)
        reverting = change.reverted(to: host.arrangement.withLock(\.self), host.hostedPlugins)
        affected = Self.plugins(affectedBy: change, in: host)
        running = affected.filter { host.status(of: $0).state.isRunning }
        watched = host.loop.read { [change] supervision in
            var watched: Watched = [:]
            for step in change.steps where step.action != .stop {
                let machine = supervision.members[step.plugin].machine
                if !machine.hasFailed, !machine.isDelayed { watched[step.plugin] = machine.failures }
            }
            return watched
        }
        healthy = watched.filter { host.status(of: $0.key).state != .degraded }
    }

    /// The names of the plugins that are watched.
    var watchedPlugins: [String] { observed.withLock(\.keys).sorted().map { host.hostedPlugins[$0].name } }

    /// Uses the new configuration, until the changed plugins run, or reverts it.
    ///
    /// - Returns: Whether the plugins are to be watched; otherwise the reload has ended.
    /// - Throws: `HostError.reloadFailed` and `.shuttingDown`.
    func execute() async throws -> Bool {
        let changes = host.statusChanged.changes()
        try await host.loop.send(.reloadBegan)
        var (isWatched, spared): (Bool, Set<Supervision.Index>) = (false, [])
        defer { if !isWatched { host.loop.post(.reloadEnded(sparing: spared)) } }
        if let obstacle = try await use(change, isRevert: false) {
            record(.failed, obstacle.message)
            throw HostError.reloadFailed(plugin: obstacle.plugin, message: obstacle.message, rolledBack: false)
        }
        var obstacle = try await settle(affected, watching: watched, changes)
        if obstacle == nil { obstacle = try await problem(of: healthy) }
        if let obstacle {
            let message: String
            (message, spared) = try await revert(because: obstacle)
            throw HostError.reloadFailed(plugin: obstacle.plugin, message: message, rolledBack: true)
        }
        // The next regular check would be later than the reply, which shows whether the new configuration helps.
        for plugin in watched.keys where healthy[plugin] == nil { await host.checkHealth(of: plugin) }
        let observed = healthy.filter { isObserved($0.key) }
        self.observed.withLock { $0 = observed }
        isWatched = !observed.isEmpty
        record(.done)
        if !isWatched { try await confirm() }
        return isWatched
    }

    /// Confirms the reload after it was watched, or reverts it.
    ///
    /// - Parameter obstacle: The reason for a revert; nil to confirm.
    /// - Throws: `HostError.shuttingDown`.
    func conclude(because obstacle: Obstacle?) async throws {
        var spared: Set<Supervision.Index> = []
        defer { host.loop.post(.reloadEnded(sparing: spared)) }
        guard let obstacle else { return try await confirm() }
        let message: String
        (message, spared) = try await revert(because: obstacle)
        host.reloads.reportRevert(message)
    }

    private func record(_ outcome: HostContract.ReloadOutcome, _ message: String? = nil) {
        let report = ReloadReport(outcome: outcome, hash: hash, changes: changes, message: message)
        host.events.record(.reload(report), at: host.clock.now())
    }

    private static func plugins(affectedBy change: Rearrangement, in host: PluginHost) -> Set<Supervision.Index> {
        let plugins = change.reconfigured.union(change.steps.map(\.plugin))
        return host.loop.read { supervision in plugins.union(plugins.flatMap(supervision.affected(by:))) }
    }

    // MARK: - Prepare

    /// Opens the generations of the plugins that a change reconfigures, beside those in use.
    ///
    /// A plugin whose life ends in the meantime gets no generation: it uses the new configuration when it starts again.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isRevert: Whether the change restores the previous configuration, so that a generation may be unhealthy, and
    ///     a plugin without one restarts.
    /// - Returns: The generations.
    /// - Throws: ``Obstacle`` when a generation cannot start or is unhealthy; the others are then closed.
    private func prepare(_ change: Rearrangement, isRevert: Bool) async throws(Obstacle) -> [PreparedGeneration] {
        typealias Preparation = (plugin: Supervision.Index, result: Result<PreparedGeneration?, Obstacle>)
        var prepared: [PreparedGeneration] = []
        var obstacles: [Supervision.Index: Obstacle] = [:]
        await withTaskGroup(of: Preparation.self) { group in
            for plugin in change.reconfiguring {
                let hosted = host.hostedPlugins[plugin]
                guard let plan = change.arrangement.plans[hosted.name]?.generationPlan, let life = hosted.life
                else { continue }
                let mustBeHealthy = !isRevert && host.loop.read { $0.members[plugin].machine.isHealthy }
                let limits = (change.declarations[plugin]?.plugin ?? hosted.plugin).supervision
                group.addTask {
                    do {
                        let generation = try await life.prepare(plan, within: limits, mustBeHealthy: mustBeHealthy)
                        let prepared = PreparedGeneration(
                            plugin: plugin, life: life, generation: generation, isConfirmed: isRevert)
                        return (plugin, .success(prepared))
                    } catch is CancellationError {
                        // The life has ended.
                        return (plugin, .success(nil))
                    } catch {
                        return (plugin, .failure(Obstacle(plugin: hosted.name, message: "\(error)")))
                    }
                }
            }
            for await (plugin, result) in group {
                switch result {
                case .success(let generation): if let generation { prepared.append(generation) }
                case .failure(let obstacle): if !isRevert { obstacles[plugin] = obstacle }
                }
            }
        }
        if let obstacle = obstacles.min(by: { $0.key < $1.key })?.value {
            await discard(prepared)
            throw obstacle
        }
        return prepared
    }

    /// Closes prepared generations, none of which is in use.
    private func discard(_ generations: [PreparedGeneration]) async {
        await withTaskGroup(of: Void.self) { group in
            for prepared in generations { group.addTask { await prepared.life.discard(prepared.generation) } }
        }
    }

    // MARK: - Switch

    /// Prepares a change and switches to it, with the settings of the daemon.
    ///
    /// - Returns: The plugin that prevents the change; nil if it is in use.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    private func use(_ change: Rearrangement, isRevert: Bool) async throws(HostError) -> Obstacle? {
        try await host.loop.send(.preparationBegan(change.reconfiguring))
        let generations: [PreparedGeneration]
        do {
            generations = try await prepare(change, isRevert: isRevert)
        } catch {
            try await host.loop.send(.preparationFailed(change.reconfiguring))
            return error
        }
        do throws(HostError) {
            if host.loop.read(\.isEnding) { throw .shuttingDown }
            try await host.loop.send(.rearrangement(change, generations))
        } catch {
            await discard(generations)
            try? await host.loop.send(.preparationFailed(change.reconfiguring))
            throw error
        }
        // Not in the loop: the roles are looked up in the name service.
        await DedicatedExecutor.configuration.perform { host.source.apply(change.arrangement.configuration.host) }
        return nil
    }

    // MARK: - Settle

    /// Waits until the affected plugins have settled, or until one of the watched plugins has failed and its life has ended.
    ///
    /// - Parameters:
    ///   - affected: The affected plugins.
    ///   - watched: The watched plugins.
    ///   - changes: The changes of ``PluginHost/statusChanged`` since the change.
    /// - Returns: The first watched plugin that failed, and its failure; nil if none did.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    private func settle(
        _ affected: Set<Supervision.Index>, watching watched: Watched, _ changes: AsyncStream<Void>
    ) async throws(HostError) -> Obstacle? {
        var iterator = changes.makeAsyncIterator()
        while true {
            if let obstacle = try failure(of: watched) { return obstacle }
            if host.loop.read({ affected.allSatisfy($0.isSettled) }) { return nil }
            await iterator.next()
        }
    }

    /// The first of several plugins that has failed since the change; nil if there is none.
    ///
    /// A plugin fails with the end of its life, or with its new generation.
    ///
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    private func failure(of watched: Watched) throws(HostError) -> Obstacle? {
        let plugins = watched.keys.sorted()
        let failed = try host.loop.read { supervision throws(HostError) -> Obstacle? in
            if supervision.isEnding { throw .shuttingDown }
            let first = plugins.first { supervision.members[$0].machine.hasFailed(since: watched[$0] ?? 0) }
            guard let member = first.map({ supervision.members[$0] }) else { return nil }
            let message = member.machine.failure?.description ?? "the plugin \(member.name) failed"
            return Obstacle(plugin: member.name, message: message)
        }
        if let failed { return failed }
        for plugin in plugins {
            guard let failure = host.hostedPlugins[plugin].life?.unconfirmedFailure else { continue }
            return Obstacle(plugin: host.hostedPlugins[plugin].name, message: failure.description)
        }
        return nil
    }

    // MARK: - Watch

    /// Checks the health of the watched plugins until `confirmHealth` has passed for each, or until the reload is confirmed early.
    ///
    /// - Returns: The first plugin that failed, or became unhealthy; nil if none did.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    func watch() async throws(HostError) -> Obstacle? {
        let watched = observed.withLock(\.self)
        var elapsed = Duration.zero
        while !isConfirmedEarly.isSignaled {
            let changes = host.statusChanged.changes()
            if let obstacle = try failure(of: watched) { return obstacle }
            let pending = watched.filter { index, failures in
                guard elapsed <= host.hostedPlugins[index].plugin.supervision.confirmHealth else { return false }
                // The life of a plugin that has failed may not have ended yet.
                return host.loop.read { $0.members[index].machine.failures > failures } || isObserved(index)
            }
            if pending.isEmpty { return nil }
            if let obstacle = try await problem(of: pending) { return obstacle }
            let pause = Duration.seconds(1)
            await firstResult(
                of: { try? await self.host.clock.sleep(pause) }, { await self.isConfirmedEarly.wait() },
                { for await _ in changes where self.isOver(watched) { break } })
            elapsed += pause
        }
        return nil
    }

    /// Whether a failure of a plugin can be noticed, and reverts the reload.
    private func isObserved(_ plugin: Supervision.Index) -> Bool {
        let hosted = host.hostedPlugins[plugin]
        return hosted.plugin.supervision.confirmHealth > .zero && hosted.life?.isObserved == true
    }

    /// Checks the health of plugins once.
    ///
    /// - Returns: The first plugin that failed, or is unhealthy; nil if none did.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    private func problem(of watched: Watched) async throws(HostError) -> Obstacle? {
        for plugin in watched.keys.sorted() where isObserved(plugin) {
            guard let problem = await host.hostedPlugins[plugin].life?.problem() else { continue }
            let name = host.hostedPlugins[plugin].name
            return Obstacle(plugin: name, message: "the plugin \(name) became unhealthy: \(problem)")
        }
        return try failure(of: watched)
    }

    /// Whether one of several plugins has failed, or the daemon stops.
    private func isOver(_ watched: Watched) -> Bool {
        do { return try failure(of: watched) != nil } catch { return true }
    }

    // MARK: - Confirm or revert

    private func confirm() async throws(HostError) { try await host.loop.send(.confirmation(change.reconfiguring)) }

    /// Restores the configuration before the reload.
    ///
    /// - Returns: The failure of the reload, for people, and the plugins whose failure does not stop the daemon: it has run with
    ///   the new configuration, so it continues even if a plugin cannot start with the previous one again.
    private func revert(
        because obstacle: Obstacle
    ) async throws(HostError) -> (message: String, spared: Set<Supervision.Index>) {
        var reverting = reverting
        let affected = affected.union(Self.plugins(affectedBy: reverting, in: host))
        for index in reverting.steps.indices { reverting.steps[index].reason += ": \(obstacle.message)" }
        let changes = host.statusChanged.changes()
        _ = try await use(reverting, isRevert: true)
        _ = try await settle(affected, watching: [:], changes)
        let message = ([obstacle.message] + failuresAfterRevert).joined(separator: "; ")
        record(.rolledBack, message)
        return (message, affected)
    }

    /// The reasons why plugins do not run that ran before the reload.
    private var failuresAfterRevert: [String] {
        running.sorted().compactMap { plugin in
            let status = host.status(of: plugin)
            if status.state.isRunning { return nil }
            let reason = status.reason.map { ": \($0)" } ?? ""
            let name = host.hostedPlugins[plugin].name
            return "the plugin \(name) does not run with the previous configuration either\(reason)"
        }
    }
}

extension PluginStateMachine {
    /// Whether the plugin has failed more often than a number of times, and its last failed life has ended.
    fileprivate func hasFailed(since count: Int) -> Bool {
        failures > count && phase != .ending && phase != .closing
    }
}

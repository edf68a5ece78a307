import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// Reads the configuration again, and uses it.
    ///
    /// The function returns when every affected plugin has settled and its first health check has succeeded. If a plugin fails, the
    /// previous configuration is restored. Afterwards the plugins are watched; a second reload, or a command that enables or
    /// disables a plugin, confirms the first. A reload that has begun does not end early when the current task is cancelled.
    ///
    /// - Parameter hash: The hash of the expected plan; nil for any plan.
    /// - Returns: The consequences.
    /// - Throws: `HostError.changeRejected`, `.planOutdated`, `.reloadFailed`, `.shuttingDown`; `CancellationError` when
    ///   the task is cancelled before the reload has begun.
    func reload(expecting hash: String?) async throws -> ReloadPlan {
        await started.wait()
        return try await changing.withLock {
            try requireBeginning()
            // The task is unstructured, so that the cancellation of the current task does not reach it, and is awaited here.
            return try await Task {
                try await self.reloads.reporting { try await self.performReload(expecting: hash) }
            }.value
        }
    }

    /// Expects that a change that has waited for an earlier one may begin.
    ///
    /// - Throws: `HostError.shuttingDown` when the daemon stops; `CancellationError` when the task is cancelled.
    func requireBeginning() throws {
        try Task.checkCancellation()
        if supervision.withLock(\.isEnding) { throw HostError.shuttingDown }
    }

    private func performReload(expecting hash: String?) async throws -> ReloadPlan {
        let reload: PreparedReload
        do {
            reload = try preparedReload()
        } catch {
            var message = "\(error)"
            if case HostError.changeRejected(let problems) = error { message = problems }
            events.record(.reload(ReloadReport(outcome: .failed, message: message)), at: clock.now())
            throw error
        }
        if let hash, hash != reload.plan.hash { throw HostError.planOutdated(hash: reload.plan.hash) }
        try await perform(reload)
        return reload.plan
    }

    /// Applies a reload, and restores the previous configuration if a plugin fails or a first health check reports a problem.
    ///
    /// Afterwards, ``watchReloads()`` watches the changed plugins. The cost does not depend on the number of unchanged plugins.
    ///
    /// - Throws: `HostError.reloadFailed` and `.shuttingDown`.
    private func perform(_ reload: PreparedReload) async throws {
        try await confirmWatchedReload()
        let change = reload.rearrangement
        let watched = watched(by: change)
        let healthy = watched.filter { status(of: $0.key).state != .degraded }
        let affected = plugins(affectedBy: change)
        let applied = AppliedReload(
            hash: reload.plan.hash, changes: reload.changes, change: change,
            reverting: change.reverted(to: arrangement.withLock(\.self), supervisors), affected: affected,
            running: affected.filter { status(of: $0).state.isRunning })
        let changes = statusChanged.changes()
        beginReload()
        var isWatched = false
        var spared: Set<Supervision.Index> = []
        defer { if !isWatched { endReload(sparing: spared) } }
        if let obstacle = try await apply(change, isRollback: false) {
            record(applied, .failed, obstacle.message)
            throw HostError.reloadFailed(plugin: obstacle.plugin, message: obstacle.message, rolledBack: false)
        }
        var obstacle = try await failure(of: watched, affecting: affected, changes)
        if obstacle == nil { obstacle = try await problem(of: healthy) }
        if let obstacle {
            let message: String
            (message, spared) = try await revert(applied, because: obstacle)
            throw HostError.reloadFailed(plugin: obstacle.plugin, message: message, rolledBack: true)
        }
        // The next regular check would be later than the reply, which shows whether the new configuration helps.
        for plugin in watched.keys where healthy[plugin] == nil { await checkHealth(of: plugin) }
        let observed = healthy.filter { isObserved($0.key) }
        isWatched = !observed.isEmpty
        record(applied, .done)
        if isWatched { watches.add(ReloadWatch(applied, of: observed)) } else { try await confirm(change) }
    }

    /// Restores the configuration before a reload.
    ///
    /// - Returns: The failure of the reload, for people, and the plugins whose failure does not stop the daemon: it has run with
    ///   the new configuration, so it continues even if a plugin cannot start with the previous one again.
    private func revert(
        _ reload: AppliedReload, because obstacle: ReloadObstacle
    ) async throws -> (message: String, spared: Set<Supervision.Index>) {
        var reverting = reload.reverting
        let affected = reload.affected.union(plugins(affectedBy: reverting))
        for index in reverting.steps.indices { reverting.steps[index].reason += ": \(obstacle.message)" }
        let changes = statusChanged.changes()
        _ = try await apply(reverting, isRollback: true)
        _ = try await failure(of: [:], affecting: affected, changes)
        let message = ([obstacle.message] + failures(of: reload.running)).joined(separator: "; ")
        record(reload, .rolledBack, message)
        return (message, affected)
    }

    private func beginReload() {
        _ = update { supervision, _ in
            supervision.beginReload()
            return []
        }
    }

    private func endReload(sparing spared: Set<Supervision.Index>) {
        _ = update { supervision, _ in
            supervision.endReload(sparing: spared)
            return []
        }
    }

    /// Prepares the generations of a change, and applies the change with the settings of the daemon.
    ///
    /// - Returns: The plugin that prevents the change; nil if the change has been applied.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    private func apply(
        _ change: Rearrangement, isRollback: Bool
    ) async throws -> ReloadObstacle? {
        setReloading(true, change)
        defer { setReloading(false, change) }
        let generations: [PreparedGeneration]
        do {
            generations = try await prepare(change, isRollback: isRollback)
        } catch let obstacle as ReloadObstacle {
            return obstacle
        }
        do {
            if supervision.withLock(\.isEnding) { throw HostError.shuttingDown }
            try await begin(change, with: generations)
        } catch {
            await discard(generations)
            throw error
        }
        // Not in the task that supervises the plugins: the roles are looked up in the name service.
        source.apply(change.arrangement.configuration.host)
        return nil
    }

    /// Sets whether the plugins that a change reconfigures are reloading.
    private func setReloading(_ isReloading: Bool, _ change: Rearrangement) {
        let actions = update { supervision, now in
            change.steps.filter { $0.action == .reconfigure }.flatMap { step in
                supervision.handle(isReloading ? .reloadBegan : .reloadEnded, of: step.plugin, at: now)
            }
        }
        assert(actions.isEmpty, "a reload changes the status of a plugin and nothing else")
    }

    private func record(_ reload: AppliedReload, _ outcome: HostContract.ReloadOutcome, _ message: String? = nil) {
        let report = ReloadReport(outcome: outcome, hash: reload.hash, changes: reload.changes, message: message)
        events.record(.reload(report), at: clock.now())
    }

    /// The plugins that a change may start or end, including those that hold instances of ending ones.
    private func plugins(affectedBy change: Rearrangement) -> Set<Supervision.Index> {
        let plugins = change.reconfigured.union(change.steps.map(\.plugin))
        return supervision.withLock { supervision in plugins.union(plugins.flatMap(supervision.affected(by:))) }
    }

    /// The plugins whose failure makes the reload fail, each with the number of its failures so far.
    ///
    /// A plugin that had failed before does not belong to them.
    private func watched(by change: Rearrangement) -> [Supervision.Index: Int] {
        supervision.withLock { supervision in
            var watched: [Supervision.Index: Int] = [:]
            for step in change.steps where step.action != .stop {
                let machine = supervision.members[step.plugin].machine
                if !machine.hasFailed, !machine.isDelayed { watched[step.plugin] = machine.failures }
            }
            return watched
        }
    }

    /// The reasons why plugins do not run that ran before a reload which was rolled back.
    private func failures(of plugins: Set<Supervision.Index>) -> [String] {
        plugins.sorted().compactMap { plugin in
            let status = status(of: plugin)
            if status.state.isRunning { return nil }
            let reason = status.reason.map { ": \($0)" } ?? ""
            return "the plugin \(supervisors[plugin].name) does not run with the previous configuration either\(reason)"
        }
    }

    /// Waits until the affected plugins have settled, or until one of the watched plugins has failed and its life has ended.
    ///
    /// - Parameters:
    ///   - watched: The plugins, each with the number of failures before the change.
    ///   - affected: The affected plugins.
    ///   - changes: The changes of ``statusChanged`` since the change.
    /// - Returns: The first watched plugin that failed, and its failure; nil if none did.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    private func failure(
        of watched: [Supervision.Index: Int], affecting affected: Set<Supervision.Index>, _ changes: AsyncStream<Void>
    ) async throws -> ReloadObstacle? {
        var iterator = changes.makeAsyncIterator()
        while true {
            if let obstacle = try failure(of: watched) { return obstacle }
            if supervision.withLock({ affected.allSatisfy($0.isSettled) }) { return nil }
            await iterator.next()
        }
    }

    /// The first of several plugins that has failed since a change; nil if there is none.
    ///
    /// A plugin fails with the end of its life, or with its new generation.
    ///
    /// - Parameter watched: The plugins, each with the number of failures before the change.
    /// - Returns: The plugin, and its failure.
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    func failure(of watched: [Supervision.Index: Int]) throws -> ReloadObstacle? {
        let obstacle = try supervision.withLock { supervision -> ReloadObstacle? in
            if supervision.isEnding { throw HostError.shuttingDown }
            let failed = watched.sorted { $0.key < $1.key }.first { plugin, failures in
                supervision.members[plugin].machine.hasFailed(since: failures)
            }
            return failed.map { plugin, _ in
                let member = supervision.members[plugin]
                return ReloadObstacle(
                    plugin: member.name,
                    message: member.machine.failure?.description ?? "the plugin \(member.name) failed")
            }
        }
        if let obstacle { return obstacle }
        for plugin in watched.keys.sorted() {
            guard let failure = supervisors[plugin].life?.unconfirmedFailure else { continue }
            return ReloadObstacle(plugin: supervisors[plugin].name, message: failure.description)
        }
        return nil
    }
}

extension PluginStateMachine {
    /// Whether the plugin has failed more often than a number of times, and its last failed life has ended.
    fileprivate func hasFailed(since count: Int) -> Bool {
        failures > count && phase != .ending && phase != .closing
    }
}

// MARK: - Watching

extension PluginHost {
    /// Watches the plugins of each reload, and reverts the reload if one of them fails or becomes unhealthy within `confirmHealth`.
    ///
    /// The function returns when the task is cancelled.
    func watchReloads() async {
        for await watch in watches.all {
            do {
                let obstacle = try await self.watch(watch.plugins, until: watch.ended)
                try await changing.withLock {
                    guard watches.end(watch) else { return }
                    try await end(watch.reload, because: obstacle)
                }
            } catch {
                // The daemon stops.
                if watches.end(watch) { endReload(sparing: []) }
            }
        }
    }

    private func end(_ reload: AppliedReload, because obstacle: ReloadObstacle?) async throws {
        var spared: Set<Supervision.Index> = []
        defer { endReload(sparing: spared) }
        guard let obstacle else { return try await confirm(reload.change) }
        let message: String
        (message, spared) = try await revert(reload, because: obstacle)
        reloads.reportRevert(message)
    }

    /// Confirms the reload that is watched, because another change of the configuration begins.
    ///
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    func confirmWatchedReload() async throws {
        guard let reload = watches.end() else { return }
        try await end(reload, because: nil)
    }

    /// The names of the plugins whose reload is watched.
    var watchedPlugins: [String] { watches.plugins.map { supervisors[$0].name } }
}

/// The two parts of a reload, for the benchmark.
@_spi(Benchmark) extension PluginHost {
    /// Validates a configuration, and determines the consequences of using it.
    ///
    /// - Parameter configuration: The configuration, which has been read and validated.
    /// - Returns: The part of the reload that changes the plugins.
    /// - Throws: ``HostFailure`` or `AdmissionError` when the configuration is invalid.
    public func preparedSwitch(to configuration: LoadedConfiguration) throws -> @Sendable () async throws -> Void {
        let reload = try preparedReload(to: configuration, from: arrangement.withLock(\.self))
        return { try await self.perform(reload) }
    }
}

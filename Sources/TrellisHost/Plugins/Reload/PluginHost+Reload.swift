import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// Reads the configuration again, and uses it.
    ///
    /// The function returns when every affected plugin has settled. A second reload, or a command that enables or
    /// disables a plugin, waits for the first. If a plugin fails, the previous configuration is restored. A reload that has
    /// begun does not end early when the current task is cancelled, because the configuration would remain unconfirmed.
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
            record(ReloadReport(outcome: .failed, message: message))
            throw error
        }
        if let hash, hash != reload.plan.hash { throw HostError.planOutdated(hash: reload.plan.hash) }
        try await perform(reload)
        return reload.plan
    }

    /// Applies a reload, and restores the previous configuration if a plugin fails.
    ///
    /// The cost does not depend on the number of unchanged plugins.
    ///
    /// - Throws: `HostError.reloadFailed` and `.shuttingDown`.
    private func perform(_ reload: PreparedReload) async throws {
        let (hash, changed, change) = (reload.plan.hash, reload.changes, reload.rearrangement)
        var reverting = change.reverted(to: arrangement.withLock(\.self), supervisors)
        let watched = watched(by: change)
        let healthy = watched.keys.filter { status(of: $0).state != .degraded }
        let changes = statusChanged.changes()
        _ = update { supervision, _ in
            supervision.beginReload()
            return []
        }
        var spared: Set<Supervision.Index> = []
        defer {
            _ = update { supervision, _ in
                supervision.endReload(sparing: spared)
                return []
            }
        }
        let affected = plugins(affectedBy: change)
        let running = affected.filter { status(of: $0).state.isRunning }
        if let obstacle = try await apply(change, isRollback: false) {
            record(ReloadReport(outcome: .failed, hash: hash, changes: changed, message: obstacle.message))
            throw HostError.reloadFailed(plugin: obstacle.plugin, message: obstacle.message, rolledBack: false)
        }
        var obstacle = try await failure(of: watched, affecting: affected, changes)
        if obstacle == nil { obstacle = try await confirm(watched.filter { healthy.contains($0.key) }) }
        if let obstacle {
            let affected = affected.union(plugins(affectedBy: reverting))
            for index in reverting.steps.indices { reverting.steps[index].reason += ": \(obstacle.message)" }
            // The daemon has run with this configuration, so it continues even if a plugin cannot start with it again.
            spared = affected
            _ = try await apply(reverting, isRollback: true)
            _ = try await failure(of: [:], affecting: affected, changes)
            let message = ([obstacle.message] + failures(of: running)).joined(separator: "; ")
            record(ReloadReport(outcome: .rolledBack, hash: hash, changes: changed, message: message))
            throw HostError.reloadFailed(plugin: obstacle.plugin, message: message, rolledBack: true)
        }
        try await confirm(change)
        // The next regular check would be later than the reply, which shows whether the new configuration helps.
        for plugin in watched.keys where !healthy.contains(plugin) { await checkHealth(of: plugin) }
        record(ReloadReport(outcome: .done, hash: hash, changes: changed))
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

    private func record(_ report: ReloadReport) { events.record(.reload(report), at: clock.now()) }

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

import HostConfiguration
import HostInterface
import HostSupport
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
        if loop.read(\.isEnding) { throw HostError.shuttingDown }
    }

    private func performReload(expecting hash: String?) async throws -> ReloadPlan {
        let reload: PreparedReload
        do {
            reload = try await DedicatedExecutor.configuration.perform(preparedReload)
        } catch {
            var message = "\(error)"
            if case HostError.changeRejected(let problems) = error { message = problems }
            events.record(.reload(ReloadReport(outcome: .failed, message: message)), at: clock.now())
            throw error
        }
        if let hash, hash != reload.plan.hash { throw HostError.planOutdated(hash: reload.plan.hash) }
        try await carryOut(reload)
        return reload.plan
    }

    private func carryOut(_ reload: PreparedReload) async throws {
        try await confirmWatchedReload()
        let transaction = ReloadTransaction(reload, of: self)
        if try await transaction.execute() { watchedReload.watch(transaction) }
    }

    // MARK: - The reload that is watched

    /// Watches the plugins of each reload, and reverts the reload if one of them fails or becomes unhealthy within `confirmHealth`.
    ///
    /// The function returns when the task is cancelled.
    func watchReloads() async {
        for await reload in watchedReload.all {
            do {
                let obstacle = try await reload.watch()
                try await changing.withLock {
                    if watchedReload.take(reload) { try await reload.conclude(because: obstacle) }
                }
            } catch {
                // The daemon stops.
                if watchedReload.take(reload) { loop.post(.reloadEnded(sparing: [])) }
            }
        }
    }

    /// Confirms the reload that is watched, because another change of the configuration begins.
    ///
    /// - Throws: `HostError.shuttingDown` when the daemon stops.
    func confirmWatchedReload() async throws {
        guard let reload = watchedReload.current, watchedReload.take(reload) else { return }
        reload.isConfirmedEarly.signal()
        try await reload.conclude(because: nil)
    }

    /// The names of the plugins whose reload is watched.
    var watchedPlugins: [String] { watchedReload.current?.watchedPlugins ?? [] }
}

/// The reload that is watched at present, if any.
///
/// The one that takes it ends it: the task that watches it, or the next change of the configuration.
final class WatchedReload: Sendable {
    private let reload = Mutex<ReloadTransaction?>(nil)

    /// The reloads, each from the time at which its watch begins.
    let (all, continuation) = AsyncStream.makeStream(of: ReloadTransaction.self)

    /// The reload.
    var current: ReloadTransaction? { reload.withLock(\.self) }

    /// Begins to watch a reload.
    func watch(_ reload: ReloadTransaction) {
        self.reload.withLock { $0 = reload }
        continuation.yield(reload)
    }

    /// Ends the watch of a reload.
    ///
    /// - Returns: Whether it was still watched.
    func take(_ reload: ReloadTransaction) -> Bool {
        self.reload.withLock { current in
            guard current === reload else { return false }
            current = nil
            return true
        }
    }
}

/// The two parts of a reload, for the benchmark.
@_spi(Benchmark) extension PluginHost {
    /// Validates a configuration, and determines the consequences of using it.
    ///
    /// - Parameter configuration: The configuration, which has been read and validated.
    /// - Returns: The part of the reload that changes the plugins.
    /// - Throws: `HostFailure` or `AdmissionError` when the configuration is invalid.
    public func preparedSwitch(to configuration: LoadedConfiguration) throws -> @Sendable () async throws -> Void {
        let reload = try preparedReload(to: configuration, from: arrangement.withLock(\.self))
        return { try await self.carryOut(reload) }
    }
}

import HostInterface
import HostSupport
import Logging
import Synchronization
import SystemPackage
import Trellis

extension PluginHost {
    /// Counts the death of the previous run, and quarantines the plugins that have caused too many deaths in a row.
    ///
    /// The function is called before ``run(_:)``. A file that cannot be read or written does not prevent the start.
    ///
    /// - Parameters:
    ///   - crash: The record of the previous run; nil if it stopped in order or its death was not recorded.
    ///   - file: The file in which the deaths are saved.
    func countDeath(_ crash: CrashRecord?, in file: DeathCountsFile) {
        var counts = DeathCounts()
        do throws(HostFailure) {
            counts = try file.read()
        } catch {
            logger.log(
                .deathCountsUnavailable, "earlier deaths of the daemon do not count: \(error)",
                metadata: ["error": "\(error)"])
        }
        let old = counts
        let limits = Dictionary(
            uniqueKeysWithValues: hostedPlugins.map { ($0.name, $0.plugin.supervision.quarantineAfter) })
        counts.record(crash, limits: limits)
        if counts != old { save(counts, in: file) }
        deaths.withLock { $0 = (counts, file) }
        let quarantined = hostedPlugins.indices.filter { index in
            hostedPlugins[index].plugin.supervision.quarantineAfter > 0
                && counts.plugins[hostedPlugins[index].name]?.isQuarantined == true
        }
        guard !quarantined.isEmpty else { return }
        quarantine(
            Dictionary(
                uniqueKeysWithValues: quarantined.map { ($0, counts.plugins[hostedPlugins[$0].name]?.reason ?? "") }))
    }

    private func save(_ counts: DeathCounts, in file: DeathCountsFile) {
        do throws(Errno) {
            try file.write(counts)
        } catch {
            logger.log(
                .deathCountsUnavailable, "cannot write deaths.json in the state directory: \(error)",
                metadata: ["error": "\(error)"])
        }
    }

    /// Starts a quarantined plugin again, whose deaths no longer count.
    ///
    /// The function returns when the plugin and the affected plugins have settled: each runs, is stopped, or waits for
    /// its next start.
    ///
    /// - Parameters:
    ///   - name: The name of the plugin.
    ///   - isDryRun: Whether only to determine the affected plugins.
    /// - Returns: The plugin, and those that wait for it.
    /// - Throws: `HostError.noSuchPlugin`, `.pluginNotQuarantined`, `.changeNotSaved`; `CancellationError` when the task
    ///   is cancelled.
    func release(_ name: String, isDryRun: Bool) async throws -> [HostContract.PluginCondition] {
        let plugin = try index(of: name)
        let (isQuarantined, affected) = loop.read { supervision in
            (supervision.members[plugin].machine.quarantine != nil, [plugin] + supervision.requiring(plugin))
        }
        guard isQuarantined else { throw HostError.pluginNotQuarantined(plugin: name) }
        if !isDryRun {
            try await forgetDeaths(of: name)
            let changes = statusChanged.changes()
            try await loop.send(.command(.release, plugin))
            try await waitUntilSettled(affected, changes, isStop: false)
        }
        return conditions(of: affected)
    }

    private func forgetDeaths(of name: String) async throws {
        try await forgetting.withLock {
            var (counts, file) = deaths.withLock(\.self)
            counts.plugins[name] = nil
            do {
                try await DedicatedExecutor.files.perform { [counts] in try file?.write(counts) }
            } catch {
                throw HostError.changeNotSaved(message: "cannot write deaths.json in the state directory: \(error)")
            }
            deaths.withLock { [counts] in $0.counts = counts }
        }
    }

    /// The plugin whose stall is the reason why the daemon stops, if any.
    var stalledPlugin: String? {
        let failed = loop.read { supervision in
            supervision.members.indices.filter { supervision.members[$0].machine.hasFailed }
        }
        return failed.first { hostedPlugins[$0].executor.isRelieved }.map { hostedPlugins[$0].name }
    }

    /// The plugin that blocks the whole daemon, with the numbers and states of its threads.
    ///
    /// A plugin that occupies threads of the daemon takes precedence over one that occupies all its own threads.
    ///
    /// - Parameter duration: The time for which the threads have been occupied at least.
    /// - Returns: The plugin; nil if none blocks the daemon.
    func culprit(blocking duration: Duration) -> (plugin: String, threads: [String])? {
        let blocked = hostedPlugins.map { ($0.name, threads: $0.executor.blockedThreads(for: duration)) }
        let candidates = blocked.filter { !$0.threads.isEmpty }
        let oldest = candidates.min { first, second in
            let (a, b) = (first.threads[0], second.threads[0])
            return a.isShared != b.isShared ? a.isShared : a.jobStart < b.jobStart
        }
        return oldest.map { ($0.0, $0.threads.map(\.description)) }
    }
}

import HostInterface
import Logging
import Synchronization
import SystemPackage
import Systemd
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
            uniqueKeysWithValues: supervisors.map { ($0.name, $0.plugin.supervision.quarantineAfter) })
        counts.record(crash, limits: limits)
        if counts != old { save(counts, in: file) }
        deaths.withLock { $0 = (counts, file) }
        let quarantined = supervisors.indices.filter { index in
            supervisors[index].plugin.supervision.quarantineAfter > 0
                && counts.plugins[supervisors[index].name]?.isQuarantined == true
        }
        guard !quarantined.isEmpty else { return }
        _ = update { supervision, now in
            for index in quarantined {
                let reason = counts.plugins[supervisors[index].name]?.reason ?? ""
                supervision.quarantine(index, because: reason, at: now)
            }
            return []
        }
    }

    private func save(_ counts: DeathCounts, in file: DeathCountsFile) {
        do throws(Errno) {
            try file.write(counts)
        } catch {
            logger.log(
                .deathCountsUnavailable, "can't write deaths.json in the state directory: \(error)",
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
        let (isQuarantined, affected) = supervision.withLock { supervision in
            (supervision.members[plugin].machine.quarantine != nil, [plugin] + supervision.requiring(plugin))
        }
        guard isQuarantined else { throw HostError.pluginNotQuarantined(plugin: name) }
        if !isDryRun {
            try forgetDeaths(of: name)
            let changes = statusChanged.changes()
            let handled = OneShotEvent()
            post(.command(.release, plugin, handled: handled))
            await handled.wait()
            try await waitUntilSettled(affected, changes)
        }
        return conditions(of: affected)
    }

    private func forgetDeaths(of name: String) throws {
        do {
            try deaths.withLock { deaths in
                var counts = deaths.counts
                counts.plugins[name] = nil
                try deaths.file?.write(counts)
                deaths.counts = counts
            }
        } catch {
            throw HostError.changeNotSaved(message: "can't write deaths.json in the state directory: \(error)")
        }
    }

    /// The plugin whose stall is the reason why the daemon stops, if any.
    var stalledPlugin: String? {
        let failed = supervision.withLock { supervision in
            supervision.members.indices.filter { supervision.members[$0].machine.hasFailed }
        }
        return failed.first { supervisors[$0].executor.isRelieved }.map { supervisors[$0].name }
    }

    /// The plugin that blocks the whole daemon, with the numbers and states of its threads.
    ///
    /// A plugin that occupies threads of the daemon takes precedence over one that occupies all its own threads.
    ///
    /// - Parameter duration: The time for which the threads have been occupied at least.
    /// - Returns: The plugin; nil if none blocks the daemon.
    func culprit(blocking duration: Duration) -> (plugin: String, threads: [String])? {
        let blocked = supervisors.map { ($0.name, threads: $0.executor.blockedThreads(for: duration)) }
        let candidates = blocked.filter { !$0.threads.isEmpty }
        let oldest = candidates.min { first, second in
            let (a, b) = (first.threads[0], second.threads[0])
            return a.isShared != b.isShared ? a.isShared : a.jobStart < b.jobStart
        }
        return oldest.map { ($0.0, $0.threads.map(\.description)) }
    }
}

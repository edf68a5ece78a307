import Logging
import Systemd

extension Daemon {
    /// Adds the task that notifies systemd's watchdog to a group, if the unit has a watchdog.
    func watch<Failure: Error>(in group: inout ThrowingTaskGroup<Void, Failure>) {
        guard let watchdogInterval else { return }
        let executor = DedicatedExecutor(label: "trellis.watchdog")
        let watchdog = Watchdog(
            interval: watchdogInterval, clock: executor.clock,
            parts: Watchdog.Part.eventLoops + [.sharedThreads, .supervisor(of: plugins)],
            notify: { manager.notify(.watchdog) }, trigger: triggerWatchdog)
        group.addTask(executorPreference: executor) { await watchdog.run() }
    }

    /// Lets systemd end the process at once, with the parts of the daemon that make no progress as the reason.
    private func triggerWatchdog(_ silent: [Watchdog.Part]) {
        let names = silent.map(\.name).joined(separator: ", ")
        let culprit = plugins.culprit(blocking: watchdogInterval.map { $0 / 5 } ?? .zero)
        // SIGABRT, which systemd sends now, does not replace this record.
        if let culprit { CrashRecord.blame(culprit.plugin, for: .watchdog) }
        let blame = culprit.map { ", blocked by the plugin \($0.plugin)" } ?? ""
        var metadata: Logger.Metadata = ["parts": "\(names)"]
        if let culprit {
            metadata["plugin"] = "\(culprit.plugin)"
            metadata["threads"] = "\(culprit.threads.joined(separator: ", "))"
        }
        logger.log(
            .watchdogTriggered, "the daemon makes no progress, and the watchdog ends it: \(names)\(blame)",
            metadata: metadata)
        flushLog()
        manager.notify(.status("ended by the watchdog: no progress: \(names)\(blame)"), .watchdogTrigger)
    }
}

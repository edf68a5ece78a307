import Systemd
import Trellis

/// The status of the daemon, as systemd shows it.
extension Daemon {
    /// Reports the progress of the start to systemd, until every plugin runs or has failed.
    func reportStart() async {
        let changes = plugins.statusChanged.changes(isInitiallySignaled: true)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in changes {
                    let (running, enabled) = plugins.count
                    manager.notify(.status("starting: \(running) of \(enabled) plugins run"))
                    // A thousand plugins that start together are a few messages.
                    try? await plugins.clock.sleep(.milliseconds(100))
                }
            }
            await plugins.started.wait()
            group.cancelAll()
        }
    }

    /// Reports each change of the plugins' status to systemd, until the task is cancelled.
    ///
    /// While a plugin waits for its next start, the status contains the remaining seconds.
    private func reportChanges(after summary: String) async {
        var reported = summary
        while !Task.isCancelled {
            let changes = plugins.statusChanged.changes()
            let summary = status
            if summary != reported { manager.notify(.status(summary)) }
            reported = summary
            let isCountingDown = plugins.hasDelayedStart
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { break } }
                if isCountingDown { group.addTask { try? await plugins.clock.sleep(.seconds(1)) } }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Reports each change of the plugins' status and health to systemd, until an event is signaled.
    func reportStatus(after summary: String, until stop: OneShotEvent) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await reportChanges(after: summary) }
            group.addTask { await audit.recordRefusals(plugins.clock) }
            group.addTask { for await _ in audit.problemChanges { manager.notify(.status(status)) } }
            group.addTask {
                for await _ in plugins.failpoints.changed.changes() { manager.notify(.status(status)) }
            }
            group.addTask {
                guard let changes = plugins.cluster?.problemChanged.changes() else { return }
                for await _ in changes { manager.notify(.status(status)) }
            }
            group.addTask { await plugins.watchHealth() }
            group.addTask { await plugins.watchStalls() }
            await stop.wait()
            group.cancelAll()
        }
    }

    /// The status of the plugins, with the problems of the audit log and of the last reload, in one line.
    var status: String { plugins.summary(with: audit) }
}

import Foundation
import HostInterface
import HostSupport
import Trellis

extension PluginHost {
    /// The jobs of all plugins, in the order of the plugins and of the names.
    package var jobs: [HostContract.Job] { hostedPlugins.flatMap(jobs(of:)) }

    /// The jobs of a plugin, in the order of their names: those of its current or last life.
    func jobs(of hosted: HostedPlugin) -> [HostContract.Job] {
        let (now, uptime) = (clock.now(), clock.uptime())
        return hosted.jobs.all.map { name, record in
            HostContract.Job(
                plugin: hosted.name, name: name, interval: record.interval.microseconds, running: record.isRunning,
                next: record.deadline.map {
                    now.addingTimeInterval(($0 - uptime) / .seconds(1)).rfc3339WithMilliseconds
                },
                last: record.last.map { HostContract.JobRun($0) })
        }
    }

    /// Runs a job at once, or waits for its run in progress.
    ///
    /// - Parameters:
    ///   - name: The name of the job.
    ///   - plugin: The name of the plugin.
    /// - Returns: The run.
    /// - Throws: `HostError.noSuchPlugin`, `.noSuchJob`, `.pluginNotRunning` when the plugin does not run or stops before the run has
    ///   ended, `.jobFailed` when the run failed; `CancellationError` when the task is cancelled, which does not end the run.
    package func runJob(_ name: String, of plugin: String) async throws -> HostContract.JobRun {
        let index = try index(of: plugin)
        let hosted = hostedPlugins[index]
        let status = status(of: index)
        guard let life = hosted.life, status.state.isRunning else {
            throw HostError.pluginNotRunning(
                plugin: plugin, state: status.state, reason: status.reason,
                nextStart: status.nextStart?.rfc3339WithMilliseconds)
        }
        guard let record = hosted.jobs[name] else {
            throw HostError.noSuchJob(plugin: plugin, job: name)
        }
        let turn = record.turn
        turn.requested.signal()
        await firstResult(
            of: { await turn.ended.isSet.wait() }, { await turn.withdrawn.wait() }, { await life.stopping.wait() })
        try Task.checkCancellation()
        guard let run = turn.ended.value else {
            if hosted.jobs[name] == nil { throw HostError.noSuchJob(plugin: plugin, job: name) }
            throw HostError.pluginNotRunning(plugin: plugin, state: .stopping, reason: nil, nextStart: nil)
        }
        if let failure = run.failure { throw HostError.jobFailed(plugin: plugin, job: name, message: failure) }
        return HostContract.JobRun(run)
    }
}

extension HostContract.JobRun {
    fileprivate init(_ run: JobRecord.Run) {
        self.init(
            began: run.began.rfc3339WithMilliseconds, microseconds: run.duration.microseconds,
            requested: run.isRequested,
            failure: run.failure)
    }
}

extension Duration {
    /// The number of whole microseconds.
    fileprivate var microseconds: Int { Int(self / .microseconds(1)) }
}

import HostInterface
import Trellis

extension PluginHost {
    /// Ends the lives of plugins that make no progress for their `stallLimit`, until the task is cancelled.
    ///
    /// A plugin makes no progress while all its threads are occupied and no job of its tasks begins. It is detected
    /// after its limit plus at most a quarter of the shortest limit, or 100 ms. The limits `timeoutStart` and
    /// `timeoutStop` apply to a plugin that starts or stops. A reload can change the limits.
    ///
    /// A job that occupies a thread for longer than an interval is logged, also while the plugin has an idle thread.
    func watchStalls() async {
        var (limits, detectors): ([Duration], [StallDetector]) = ([], [])
        var blocked = hostedPlugins.map { _ in BlockedJobs() }
        while true {
            let current = hostedPlugins.map(\.plugin.supervision.stallLimit)
            // Without a limit, only a reload is awaited that sets one.
            let interval = current.filter { $0 > .zero }.min().map { max($0 / 4, .milliseconds(100)) } ?? .seconds(10)
            if current != limits {
                (limits, detectors) = (current, current.map { StallDetector(limit: $0, interval: interval) })
            }
            guard (try? await clock.sleep(interval)) != nil else { return }
            for (index, hosted) in hostedPlugins.enumerated() where limits[index] > .zero {
                let executor = hosted.executor
                let isRunning = status(of: index).state.isRunning
                if detectors[index].isStalled(at: isRunning ? executor.jobsWhileOccupied : nil) {
                    hosted.life?.stall(after: limits[index])
                }
                let threads = blocked[index].new(among: isRunning ? executor.threads : [])
                if !threads.isEmpty { report(threads, of: hosted, after: interval) }
            }
        }
    }

    private func report(_ threads: [WorkerThread], of hosted: HostedPlugin, after interval: Duration) {
        let names = threads.map(\.description).joined(separator: ", ")
        let calls = (hosted.life?.generations ?? []).flatMap(\.calls.operations).counted
        let message =
            "code of the plugin \(hosted.name) has occupied a thread for more than \(interval.systemdText) without a "
            + "suspension: \(names)" + (calls.isEmpty ? "" : "; calls in progress: \(calls.joined(separator: ", "))")
            + ". It must not block: use asynchronous functions"
        logger.log(
            .threadBlocked, "\(message)",
            metadata: ["plugin": "\(hosted.name)", "threads": "\(names)"])
    }
}

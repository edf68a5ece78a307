import HostInterface
import Trellis

extension PluginHost {
    /// Ends the lives of plugins that make no progress for their `stallLimit`, until the task is cancelled.
    ///
    /// A plugin makes no progress while all its threads are occupied and no job of its tasks begins. It is detected
    /// after its limit plus at most a quarter of the shortest limit, or 100 ms. The limits `timeoutStart` and
    /// `timeoutStop` apply to a plugin that starts or stops.
    func watchStalls() async {
        let limits = supervisors.map(\.plugin.supervision.stallLimit)
        guard let shortest = limits.filter({ $0 > .zero }).min() else { return }
        let interval = max(shortest / 4, .milliseconds(100))
        var detectors = limits.map { StallDetector(limit: $0, interval: interval) }
        while (try? await clock.sleep(interval)) != nil {
            for (index, supervisor) in supervisors.enumerated() where limits[index] > .zero {
                let jobs = status(of: index).state.isRunning ? supervisor.executor.jobsWhileOccupied : nil
                if detectors[index].isStalled(at: jobs) { supervisor.life?.stall(after: limits[index]) }
            }
        }
    }
}

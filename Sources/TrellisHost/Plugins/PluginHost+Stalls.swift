import HostInterface
import Trellis

extension PluginHost {
    /// Ends the lives of plugins that make no progress for their `stallLimit`, until the task is cancelled.
    ///
    /// A plugin makes no progress while all its threads are occupied and no job of its tasks begins. It is detected
    /// after its limit plus at most a quarter of the shortest limit, or 100 ms. The limits `timeoutStart` and
    /// `timeoutStop` apply to a plugin that starts or stops. A reload can change the limits.
    func watchStalls() async {
        var (limits, detectors): ([Duration], [StallDetector]) = ([], [])
        while true {
            let current = supervisors.map(\.plugin.supervision.stallLimit)
            // Without a limit, only a reload is awaited that sets one.
            let interval = current.filter { $0 > .zero }.min().map { max($0 / 4, .milliseconds(100)) } ?? .seconds(10)
            if current != limits {
                (limits, detectors) = (current, current.map { StallDetector(limit: $0, interval: interval) })
            }
            guard (try? await clock.sleep(interval)) != nil else { return }
            for (index, supervisor) in supervisors.enumerated() where limits[index] > .zero {
                let jobs = status(of: index).state.isRunning ? supervisor.executor.jobsWhileOccupied : nil
                if detectors[index].isStalled(at: jobs) { supervisor.life?.stall(after: limits[index]) }
            }
        }
    }
}

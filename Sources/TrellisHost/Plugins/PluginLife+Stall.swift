import HostInterface
import Trellis

extension PluginLife {
    /// Fails, because the plugin makes no progress.
    ///
    /// The calls in progress end with the reason, even those whose code is blocked, and so do those that follow. The
    /// executor gets further threads, so that the waiting work and the closing of the scopes can run.
    ///
    /// - Parameter limit: The time without progress.
    func stall(after limit: Duration) {
        let counts = generations.flatMap(\.calls.methods).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let stall = PluginStall(
            limit: limit, threads: supervisor.executor.threads.map(\.description),
            calls: counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" })
        let failure = HostFailure(running: name, stall)
        supervisor.report(.stalled(stall))
        for generation in generations {
            generation.calls.abandon(
                with: .pluginNotRunning(plugin: name, state: .failed, reason: failure.description, nextStart: nil))
        }
        supervisor.executor.relieve()
        report(.failed(failure))
    }
}

import HostInterface
import Trellis

extension [String] {
    /// Each element once, with the number of its occurrences, in alphabetical order.
    var counted: [String] {
        reduce(into: [:]) { $0[$1, default: 0] += 1 }.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    }
}

extension PluginLife {
    /// Fails, because the plugin makes no progress.
    ///
    /// The calls in progress end with the reason, even those whose code is blocked, and so do those that follow. The
    /// executor gets further threads, so that the waiting work and the closing of the scopes can run.
    ///
    /// - Parameter limit: The time without progress.
    func stall(after limit: Duration) {
        let stall = PluginStall(
            limit: limit, threads: hosted.executor.threads.map(\.description),
            calls: generations.flatMap(\.calls.operations).counted)
        let failure = HostFailure(running: name, stall)
        hosted.report(.stalled(stall))
        for generation in generations {
            generation.calls.abandon(
                with: .pluginNotRunning(plugin: name, state: .failed, reason: failure.reason, nextStart: nil))
        }
        hosted.executor.relieve()
        report(.failed(failure))
    }
}

import Dispatch
import Synchronization
import Trellis
import TrellisHost

extension PluginConformance {
    /// Stops the plugin before it starts, and before each job of its start.
    func interruptionViolations() async throws -> [ConformanceFinding] {
        var found = try await trial(at: "a stop before the start") { trial in
            do {
                try await trial.host.runStopped()
            } catch is CancellationError {
                // The host reports in this way that it was stopped.
            }
            return []
        }
        var (job, isReached) = (1, true)
        while isReached, found.isEmpty {
            let interruption = Interruption(before: job)
            found = try await interruptionViolations(before: job, interruption)
            isReached = interruption.isReached
            job += 1
        }
        return found
    }

    private func interruptionViolations(
        before job: Int, _ interruption: Interruption
    ) async throws -> [ConformanceFinding] {
        let place = "a stop before job \(job) of a start"
        return try await trial(at: place, probe: interruption.probe(of: name)) { trial in
            interruption.stop = { try? trial.host.requestStop(of: trial.plugin) }
            return try await trial.host.run {
                interruption.end()
                guard interruption.isReached else { return [] }
                try await trial.host.stop(name)
                let found = await trial.remains(at: place)
                guard found.isEmpty else { return found }
                let event = trial.lastEvent
                try await trial.host.start(name)
                return trial.isRunning ? [] : [trial.failedStart(since: event, at: "the start after \(place)")]
            }
        }
    }
}

/// Requests the stop of a plugin before one of its jobs, and holds this job until the plugin has been interrupted.
private final class Interruption: Sendable {
    private struct State {
        var remaining: Int
        var isReached = false
        var hasEnded = false
        var stop: @Sendable () -> Void = {}
    }

    private let state: Mutex<State>
    private let interrupted = DispatchSemaphore(value: 0)

    /// - Parameter job: The number of the job, from 1.
    init(before job: Int) { state = Mutex(State(remaining: job)) }

    /// Whether the job has been reached.
    var isReached: Bool { state.withLock(\.isReached) }

    /// Lets all further jobs run, because the start is over.
    func end() { state.withLock { $0.hasEnded = true } }

    /// Requests the stop of the plugin.
    var stop: @Sendable () -> Void {
        get { state.withLock(\.stop) }
        set { state.withLock { $0.stop = newValue } }
    }

    func probe(of plugin: String) -> ExecutionProbe {
        ExecutionProbe(of: plugin, beforeJob: { self.beforeJob() }, interrupted: { self.interrupted.signal() })
    }

    private func beforeJob() {
        let stop: (@Sendable () -> Void)? = state.withLock { state in
            if state.hasEnded { return nil }
            state.remaining -= 1
            guard state.remaining == 0 else { return nil }
            state.isReached = true
            return state.stop
        }
        guard let stop else { return }
        stop()
        // The thread belongs to the plugin, and no other code waits for it. The limit ends a test of a defective host.
        _ = interrupted.wait(timeout: .now() + .seconds(60))
    }
}

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
        let jobs = Atomic(0)
        let counting = ExecutionProbe(of: name, beforeJob: { jobs.wrappingAdd(1, ordering: .relaxed) })
        var count = 0
        found += try await trial(at: "a stop with the host", probe: counting) { trial in
            try await trial.host.run {
                count = jobs.load(ordering: .relaxed)
                return []
            }
        }
        for job in 0..<count where found.isEmpty {
            found += try await interruptionViolations(before: job + 1, of: count)
        }
        return found
    }

    private func interruptionViolations(before job: Int, of count: Int) async throws -> [ConformanceFinding] {
        let place = "a stop before job \(job) of the \(count) of a start"
        let interruption = Interruption(before: job)
        return try await trial(at: place, probe: interruption.probe(of: name)) { trial in
            interruption.stop = { try? trial.host.requestStop(of: trial.plugin) }
            return try await trial.host.run {
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
        var stop: @Sendable () -> Void = {}
    }

    private let state: Mutex<State>
    private let interrupted = DispatchSemaphore(value: 0)

    /// - Parameter job: The number of the job, from 1.
    init(before job: Int) { state = Mutex(State(remaining: job)) }

    /// Requests the stop of the plugin.
    var stop: @Sendable () -> Void {
        get { state.withLock(\.stop) }
        set { state.withLock { $0.stop = newValue } }
    }

    func probe(of plugin: String) -> ExecutionProbe {
        ExecutionProbe(of: plugin, beforeJob: { self.beforeJob() }, interrupted: { self.interrupted.signal() })
    }

    private func beforeJob() {
        let stop = state.withLock { state in
            state.remaining -= 1
            return state.remaining == 0 ? state.stop : nil
        }
        guard let stop else { return }
        stop()
        // The thread belongs to the plugin, and no other code waits for it. The limit ends a test of a defective host.
        _ = interrupted.wait(timeout: .now() + .seconds(60))
    }
}

import HostSupport
import Synchronization
import Trellis

/// Runs the health checks of a generation with a time limit.
///
/// A check that is running is shared by all callers.
final class HealthMonitor: Sendable {
    /// The time limit of a health check.
    static let limit = Duration.seconds(5)

    private struct State {
        var running: [Int: RunningCheck] = [:]
        var isEnding = false
    }

    private struct RunningCheck {
        let name: String
        let result: OneShotResult<String?>
        let task: Task<Void, Never>
    }

    private let clock: WallClock
    private let executor: PluginExecutor
    private let state = Mutex(State())

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - clock: The clock of the time limit.
    ///   - executor: The executor of the checks.
    init(clock: WallClock, executor: PluginExecutor) {
        self.clock = clock
        self.executor = executor
    }

    /// Runs checks one after the other, until one reports a problem.
    ///
    /// - Parameter checks: The checks of the plugin, always in the same order.
    /// - Returns: The first problem; nil when all checks report a healthy plugin, after ``cancelAll()``, or when the task is cancelled.
    func problem(of checks: [any HealthCheck]) async -> String? {
        for (number, check) in checks.enumerated() where !Task.isCancelled {
            let result = state.withLock { state -> OneShotResult<String?>? in
                if state.isEnding { return nil }
                if let running = state.running[number] { return running.result }
                let check = start(check, number)
                state.running[number] = check
                return check.result
            }
            await result?.isSet.wait()
            if let problem = result?.value ?? nil { return problem }
        }
        return nil
    }

    /// Cancels the checks that run, and starts no further ones.
    ///
    /// - Returns: The types of the checks, and the tasks that end with them.
    func cancelAll() -> [(name: String, task: Task<Void, Never>)] {
        let running = state.withLock { state in
            state.isEnding = true
            return Array(state.running.values)
        }
        for check in running {
            check.result.set(nil)
            check.task.cancel()
        }
        return running.map { ($0.name, $0.task) }
    }

    private func start(_ check: any HealthCheck, _ number: Int) -> RunningCheck {
        let result = OneShotResult<String?>()
        let subject = type(of: check).subject
        // The task is unstructured, because callers must not wait for a check that ignores its cancellation. The task
        // ends with the check, which is not started again before. The time limit is measured outside the executor,
        // whose threads the plugin may block.
        let task = Task { [clock, executor] in
            let problem = await withTaskGroup(of: String?.self) { group in
                group.addTask {
                    guard (try? await clock.sleep(Self.limit)) != nil else { return nil }
                    result.set("\(subject): the health check took longer than \(Self.limit.systemdText)")
                    return nil
                }
                group.addTask(executorPreference: executor) {
                    let problem = await check.problem()
                    self.state.withLock { $0.running[number] = nil }
                    return problem
                }
                // The first to end cancels the other one. No sleep remains when a caller receives the result.
                return await group.reduce(into: String?.none) { problem, found in
                    group.cancelAll()
                    problem = problem ?? found
                }
            }
            result.set(problem.map { "\(subject): \($0)" })
        }
        return RunningCheck(name: "\(type(of: check))", result: result, task: task)
    }
}

extension HealthCheck {
    /// The problem that the check reports, without its subject; nil when there is none.
    fileprivate func problem() async -> String? {
        do {
            if case .degraded(let reason) = try await check() { return reason }
            return nil
        } catch {
            return "\(error)"
        }
    }
}

import Synchronization
import Trellis

/// Runs the health checks of a plugin with a time limit. A check that is running is shared by all callers.
actor HealthMonitor {
    /// The time limit of a health check.
    static let limit = Duration.seconds(5)

    private let clock: WallClock
    private let executor: PluginExecutor
    private var running: [Int: PendingCheck] = [:]

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
    /// - Returns: The first problem; nil when all checks report a healthy plugin.
    func problem(of checks: [any HealthCheck]) async -> String? {
        for (number, check) in checks.enumerated() {
            let pending = running[number] ?? start(check, number)
            if let problem = await pending.problem() { return problem }
        }
        return nil
    }

    private func start(_ check: any HealthCheck, _ number: Int) -> PendingCheck {
        let pending = PendingCheck()
        running[number] = pending
        let (clock, subject) = (clock, type(of: check).subject)
        // The task is unstructured, because callers must not wait for a check that ignores its cancellation. The task
        // ends with the check, which is not started again before. The time limit is measured outside the executor,
        // whose threads the plugin may block.
        Task { [executor] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask(executorPreference: executor) {
                    let problem = await check.problem()
                    await self.end(number)
                    pending.complete(with: problem.map { "\(subject): \($0)" })
                }
                group.addTask {
                    guard (try? await clock.sleep(Self.limit)) != nil else { return }
                    pending.complete(with: "\(subject): the health check took longer than \(Self.limit.systemdText)")
                }
                await group.next()
                group.cancelAll()
            }
        }
        return pending
    }

    private func end(_ number: Int) {
        running[number] = nil
    }
}

/// The result of one run of a health check.
private final class PendingCheck: Sendable {
    private let result = Mutex<String??>(nil)
    private let completed = OneShotEvent()

    /// Stores the result; further calls have no effect.
    func complete(with problem: String?) {
        result.withLock { result in
            if case nil = result { result = .some(problem) }
        }
        completed.signal()
    }

    /// Waits for the result: the problem, or nil.
    func problem() async -> String? {
        await completed.wait()
        return result.withLock(\.self) ?? nil
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

import Synchronization
import Trellis

/// Asks the health checks of a plugin: each at most once at a time, however many want to know, and none for longer than
/// a limit.
actor HealthInquiries {
    /// How long a health check may take.
    static let limit = Duration.seconds(5)

    private let clock: WallClock
    private let executor: PluginExecutor
    private var underWay: [Int: HealthInquiry] = [:]

    /// Creates it; nobody is asked yet.
    ///
    /// - Parameters:
    ///   - clock: What the limit is measured with.
    ///   - executor: What checks run on: the plugin's.
    init(clock: WallClock, executor: PluginExecutor) {
        self.clock = clock
        self.executor = executor
    }

    /// Asks some checks, one after the other.
    ///
    /// - Parameter checks: The plugin's, always in the same order.
    /// - Returns: What the first one that finds something amiss has to say; nil when none does.
    func complaint(of checks: [any HealthCheck]) async -> String? {
        for (number, check) in checks.enumerated() {
            let inquiry = underWay[number] ?? ask(check, number)
            if let complaint = await inquiry.complaint() { return complaint }
        }
        return nil
    }

    private func ask(_ check: any HealthCheck, _ number: Int) -> HealthInquiry {
        let inquiry = HealthInquiry()
        underWay[number] = inquiry
        let (clock, subject) = (clock, type(of: check).subject)
        // A task of its own, since nobody shall wait for a check that does not heed its cancellation. It ends with the
        // check, and the check is not asked again before. The time is measured off the executor, whose threads the plugin
        // may block.
        Task { [executor] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask(executorPreference: executor) {
                    let complaint = await check.complaint()
                    await self.end(number)
                    inquiry.settle(complaint.map { "\(subject): \($0)" })
                }
                group.addTask {
                    guard (try? await clock.sleep(Self.limit)) != nil else { return }
                    inquiry.settle("\(subject): \(TimeLimitExceeded(limit: Self.limit))")
                }
                await group.next()
                group.cancelAll()
            }
        }
        return inquiry
    }

    private func end(_ number: Int) {
        underWay[number] = nil
    }
}

/// What one health check is asked, and what it answers, once.
private final class HealthInquiry: Sendable {
    private let answer = Mutex<String??>(nil)
    private let settled = Latch()

    /// Answers; only the first answer counts.
    func settle(_ complaint: String?) {
        answer.withLock { answer in
            if case nil = answer { answer = .some(complaint) }
        }
        settled.open()
    }

    /// Waits for the answer: what is amiss, or nil.
    func complaint() async -> String? {
        await settled.wait()
        return answer.withLock(\.self) ?? nil
    }
}

extension HealthCheck {
    /// What the check complains about, without its subject; nil when all is well.
    fileprivate func complaint() async -> String? {
        do {
            if case .degraded(let reason) = try await check() { return reason }
            return nil
        } catch {
            return "\(error)"
        }
    }
}

import Synchronization
import Trellis

/// The reason why the last attempt to write a summary failed.
final class SummaryProblem: Sendable {
    private let reason = Mutex<String?>(nil)

    /// The reason; nil after a success.
    var current: String? { reason.withLock(\.self) }

    /// Sets the reason; nil after a success.
    func set(_ reason: String?) { self.reason.withLock { $0 = reason } }
}

/// The health check of the summaries.
struct DigestHealth: HealthCheck {
    static let subject = "summaries"

    let problem: SummaryProblem

    func check() async throws -> Health { problem.current.map { .degraded(reason: $0) } ?? .healthy }
}

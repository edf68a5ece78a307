import GRPCCore

/// The metadata and the deadline of one attempt of a call.
struct CallAttempt: Sendable {
    private(set) var metadata = Metadata()

    /// The time at which the attempt ends; nil for that of its time limit.
    private let deadline: ContinuousClock.Instant?

    /// Creates the attempt of a call.
    ///
    /// - Parameters:
    ///   - requiresLeader: Whether a member without a leader is to fail at once. Default: false.
    ///   - deadline: The time at which the call ends; nil for none. Default: nil.
    init(requiresLeader: Bool = false, deadline: ContinuousClock.Instant? = nil) {
        if requiresLeader { metadata.addString("true", forKey: "hasleader") }
        self.deadline = deadline
    }

    /// Returns the attempt with the token of a user; an empty token is not added.
    func adding(token: String) -> CallAttempt {
        var attempt = self
        if !token.isEmpty { attempt.metadata.addString(token, forKey: "token") }
        return attempt
    }

    /// Returns the time that the attempt may take from now on.
    ///
    /// - Parameter limit: The time limit of an attempt.
    /// - Returns: The time limit, or the time until the deadline if that is shorter.
    func timeout(within limit: Duration) -> Duration {
        deadline.map { min(limit, max(.zero, ContinuousClock.now.duration(to: $0))) } ?? limit
    }
}

/// The health of a part of a plugin.
public enum Health: Sendable, Hashable {
    /// The part works.
    case healthy

    /// The part works partly, or not at the moment. The reason has no full stop.
    case degraded(reason: String)
}

/// A health check of a part of a plugin.
///
/// The host runs each check at most once at a time: every ten seconds, and when a client lists the plugins. A check
/// that takes longer than five seconds counts as degraded.
public protocol HealthCheck: Sendable {
    /// The part that is checked, in a word or two: `item store`.
    static var subject: String { get }

    /// Checks the health.
    ///
    /// The check runs every few seconds, so it should be cheap.
    ///
    /// - Throws: An error, which counts as degraded with the error as the reason.
    func check() async throws -> Health
}

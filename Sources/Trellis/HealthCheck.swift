/// The health of a part of a plugin.
public enum Health: Sendable, Hashable {
    /// The part works.
    case healthy

    /// The part works partially, or temporarily not at all. The reason does not end with a full stop.
    case degraded(reason: String)
}

/// A health check of a part of a plugin.
///
/// The host runs a check every ten seconds, and when a client lists the plugins, but never twice at the same time. A
/// check that takes longer than five seconds counts as degraded.
public protocol HealthCheck: Sendable {
    /// The name of the checked part, in one or two words: `item store`.
    static var subject: String { get }

    /// Checks the health of the part.
    ///
    /// The check runs every ten seconds, so it should be cheap.
    ///
    /// - Throws: An error if the check fails. The part then counts as degraded, with the error as the reason.
    func check() async throws -> Health
}

/// How a part of a plugin is.
public enum Health: Sendable, Hashable {
    /// It does its job.
    case healthy

    /// It does its job in part, or not for now. The reason is a sentence without its full stop.
    case degraded(reason: String)
}

/// A part of a plugin that can say how it is.
///
/// The host asks when somebody wants to know, and at most once at a time. An answer that does not come within five
/// seconds counts as degraded.
public protocol HealthCheck: Sendable {
    /// What is checked, in a word or two: `item store`.
    static var subject: String { get }

    /// Says how it is.
    ///
    /// Cheap enough to be asked every few seconds. An error that is thrown counts as degraded, with the error as
    /// reason.
    ///
    /// - Throws: What keeps the check from being made.
    func check() async throws -> Health
}

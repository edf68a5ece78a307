/// Scopes could not be replaced.
///
/// The old ones are as they were.
public struct ReplacementError: Error, Sendable {
    /// Why scopes could not be replaced.
    public enum Cause: Sendable {
        /// A new scope could not be opened, or what was done with it threw.
        case failed(any Error)
        /// The scopes that are open are no longer those that the replacement was made for.
        case outdated
    }

    /// The path of the scope where it failed.
    public let scope: String

    /// Why.
    public let cause: Cause

    /// What came of closing the new scopes that had been opened.
    public let closing: [ClosingReport]
}

extension ReplacementError: CustomStringConvertible {
    /// What failed and where, and what else went wrong while it was taken back.
    public var description: String {
        let reason =
            switch cause {
            case .failed(let error): "\(scope) could not be replaced: \(error)"
            case .outdated: "\(scope) has changed since the replacement was made; make a new one"
            }
        let problems = closing.filter { !$0.isClean }.map { "while closing what had been opened: \($0)" }
        return ([reason] + problems).joined(separator: "\n")
    }
}

/// An error that is thrown when scopes can't be replaced.
///
/// The old scopes are unchanged.
public struct ReplacementError: Error, Sendable {
    /// The reason why scopes could not be replaced.
    public enum Cause: Sendable {
        /// A new scope could not be opened, or the `opening` closure threw an error.
        case failed(any Error)
        /// The open scopes have changed since the replacement was created.
        case outdated
    }

    /// The path of the scope that failed.
    public let scope: String

    /// The reason.
    public let cause: Cause

    /// The results of closing the new scopes that had been opened.
    public let closing: [ClosingReport]
}

extension ReplacementError: CustomStringConvertible {
    /// The reason, and the problems of closing.
    public var description: String {
        let reason =
            switch cause {
            case .failed(let error): "\(scope) could not be replaced: \(error)"
            case .outdated: "\(scope) has changed since the replacement was created; create a new one"
            }
        let problems = closing.filter { !$0.problems.isEmpty }.map { "while closing the new scopes: \($0)" }
        return ([reason] + problems).joined(separator: "\n")
    }
}

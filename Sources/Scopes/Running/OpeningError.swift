/// A scope could not be opened.
///
/// What had been made of it has been closed again.
public struct OpeningError: Error, Sendable {
    /// Why a scope could not be opened.
    public enum Cause: Sendable {
        /// The scope above, or one that is imported from, is not open: it has closed, or is still being built.
        case scopeClosed(ScopeClosed)
        /// An initialiser threw.
        case bindingFailed(Binding, error: any Error)
        /// The task that opens the scope was cancelled while it waited for an initialiser.
        case cancelled
        /// The plan was admitted under another scope than the one that it shall be opened under.
        case wrongParent(expected: String?, actual: String?)
        /// A scope that the plan imports from was not handed over.
        case importMissing(String)
        /// The plan is opened with arguments of that type: by ``Scope/openSession(_:)``, or by a ``Scene``.
        case argumentsMissing(BindingKey)
        /// The blueprint declares no scope of that name, or one that takes other arguments.
        case notDeclared(String)
    }

    /// The path of the scope.
    public let scope: String

    /// Why it could not be opened.
    public let cause: Cause

    /// What came of closing what had been made.
    public let closing: ClosingReport
}

extension OpeningError: CustomStringConvertible {
    /// What failed and where, and what else went wrong while it was taken back.
    public var description: String {
        var lines = ["\(scope) could not be opened: \(cause)"]
        if !closing.isClean {
            lines.append("while closing what had been made: \(closing)")
        }
        return lines.joined(separator: "\n")
    }
}

extension OpeningError.Cause: CustomStringConvertible {
    /// The cause as the end of a sentence.
    public var description: String {
        switch self {
        case .scopeClosed(let error):
            "\(error.scope) is not open"
        case .bindingFailed(let binding, let error):
            "making \(binding) (\(binding.location)) failed: \(error)"
        case .cancelled:
            "the task that opens it was cancelled"
        case .wrongParent(let expected, let actual):
            "its plan was admitted under \(expected ?? "no scope"), and not under \(actual ?? "no scope")"
        case .importMissing(let name):
            "it imports from \(name), which was not handed over; pass that scope as `importing:`"
        case .argumentsMissing(let key):
            "it is opened with \(key), by `openSession(_:)` or by a Scene"
        case .notDeclared(let name):
            "no scope \(name) with these arguments is declared"
        }
    }
}

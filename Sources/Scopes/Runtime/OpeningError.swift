/// An error that is thrown when a scope can't be opened.
///
/// The instances that had been created are closed.
public struct OpeningError: Error, Sendable {
    /// The reason why a scope could not be opened.
    public enum Cause: Sendable {
        /// The parent or an imported scope is not open: it has closed, or is still being opened.
        case scopeClosed(ScopeClosed)
        /// An initializer threw an error.
        case bindingFailed(Binding, error: any Error)
        /// The opening task was cancelled while it waited for an initializer.
        case cancelled
        /// The plan was validated under another scope.
        case wrongParent(expected: String?, actual: String?)
        /// A scope that the plan imports from was not passed.
        case importMissing(String)
        /// The plan requires arguments of a type: open it with ``Scope/openSession(_:)`` or with a ``Scene``.
        case argumentsMissing(BindingKey)
        /// The blueprint declares no scope with this name, or declares one with other arguments.
        case notDeclared(String)
    }

    /// The path of the scope.
    public let scope: String

    /// The reason.
    public let cause: Cause

    /// The result of closing the created instances.
    public let closing: ClosingReport
}

extension OpeningError: CustomStringConvertible {
    /// The reason, and the problems of closing.
    public var description: String {
        var lines = ["\(scope) could not be opened: \(cause)"]
        if !closing.problems.isEmpty { lines.append("while closing the created instances: \(closing)") }
        return lines.joined(separator: "\n")
    }
}

extension OpeningError.Cause: CustomStringConvertible {
    /// The reason, as the end of a sentence.
    public var description: String {
        switch self {
        case .scopeClosed(let error):
            "\(error.scope) is not open"
        case .bindingFailed(let binding, let error):
            "creating \(binding) (\(binding.location)) failed: \(error)"
        case .cancelled:
            "the opening task was cancelled"
        case .wrongParent(let expected, let actual):
            "its plan was validated under \(expected ?? "no scope"), not under \(actual ?? "no scope")"
        case .importMissing(let name):
            "it imports from \(name), which was not passed; pass the scope as `importing:`"
        case .argumentsMissing(let key):
            "it requires arguments of type \(key); open it by `openSession(_:)` or by a Scene"
        case .notDeclared(let name):
            "no scope named \(name) is declared for arguments of the given type"
        }
    }
}

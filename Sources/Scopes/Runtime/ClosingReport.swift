/// The result of closing a scope and all scopes that depended on it.
public struct ClosingReport: Sendable {
    /// The result of closing one instance.
    public enum Outcome: Sendable {
        /// The instance closed.
        case closed
        /// Closing threw an error. The instance counts as closed, and closing is not tried again.
        case failed(any Error)
        /// Closing exceeded its time limit. The task was cancelled and is no longer awaited.
        case abandoned(after: Duration)
    }

    /// The closing of one instance.
    public struct Entry: Sendable {
        /// The path of the instance's scope.
        public let scope: String
        /// The binding of the instance.
        public let binding: Binding
        /// The result.
        public let outcome: Outcome
        /// The duration of the closing.
        public let duration: Duration
    }

    /// The path of the closed scope.
    public let scope: String

    /// The instances that had to be closed, in the order of closing: those of dependent scopes first, then in the reverse order of
    /// creation.
    ///
    /// An instance that is not ``Closable`` and has no ``BindingOption/onClose(_:)`` is not included.
    public var entries: [Entry] { details?.entries ?? [] }

    /// The code that the scopes no longer await, and that may still run.
    ///
    /// It belongs to the instances whose entry has the outcome ``Outcome/abandoned(after:)``, and to those whose creation
    /// exceeded its time limit (``BuildingTimeLimitExceeded``).
    public var abandoned: [AbandonedCode] { details?.abandoned ?? [] }

    /// The total duration, or zero if no instance had to be closed.
    public var duration: Duration { details?.duration ?? .zero }

    /// The contents of a report with entries, candidates or abandoned code; most reports have none.
    private final class Details: Sendable {
        let entries: [Entry]
        let candidates: [LeakCandidate]
        let abandoned: [AbandonedCode]
        let duration: Duration

        init(
            _ entries: [Entry], _ candidates: [LeakCandidate], _ abandoned: [AbandonedCode], _ duration: Duration
        ) {
            self.entries = entries
            self.candidates = candidates
            self.abandoned = abandoned
            self.duration = duration
        }
    }

    private let details: Details?

    init(
        scope: String, entries: [Entry] = [], candidates: [LeakCandidate] = [], abandoned: [AbandonedCode] = [],
        duration: Duration = .zero
    ) {
        self.scope = scope
        let isEmpty = entries.isEmpty && candidates.isEmpty && abandoned.isEmpty
        details = isEmpty ? nil : Details(entries, candidates, abandoned, duration)
    }

    /// The objects that were still referenced when their scope released them.
    var candidates: [LeakCandidate] { details?.candidates ?? [] }

    /// Whether the report contains nothing but the path.
    var isEmpty: Bool { details == nil }

    /// The entries of instances that threw an error or exceeded their time limit.
    public var problems: [Entry] {
        entries.filter { if case .closed = $0.outcome { false } else { true } }
    }

    /// The instances that are still alive, although their scope has closed.
    ///
    /// The closing scope records the objects that are still referenced when it releases them. Objects that have been
    /// released since then are not included, so a task that is about to finish does not cause a leak to be reported.
    /// Structs and enumerations are not checked, and neither are instances that the scope received or does not own
    /// (``BindingOption/ownedElsewhere``).
    public var leaks: [Leak] {
        Leak.all(of: candidates)
    }

    /// A Boolean value that indicates whether every instance closed without an error, and none is still alive.
    public var isClean: Bool {
        problems.isEmpty && leaks.isEmpty
    }
}

extension ClosingReport: CustomStringConvertible {
    /// A line for the scope, one for each problem, and one for each leak.
    public var description: String {
        let closed = entries.count - problems.count
        let count = closed == entries.count ? "\(closed)" : "\(closed) of \(entries.count)"
        return
            (["closed \(scope): \(count) \(entries.count == 1 ? "instance" : "instances") in \(duration)"]
            + problems.map { "  \($0)" } + leaks.map { "  \($0)" })
            .joined(separator: "\n")
    }
}

extension ClosingReport.Entry: CustomStringConvertible {
    /// The result in one line.
    public var description: String {
        let instance = "\(binding) in \(scope) (\(binding.location))"
        return switch outcome {
        case .closed: "\(instance) closed in \(duration)"
        case .failed(let error): "\(instance) failed to close: \(error)"
        case .abandoned(let limit): "\(instance) did not close within \(limit), and is no longer awaited"
        }
    }
}

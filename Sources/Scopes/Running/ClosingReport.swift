/// What came of closing a scope and everything that depended on it.
public struct ClosingReport: Sendable {
    /// What came of closing one instance.
    public enum Outcome: Sendable {
        /// It closed.
        case closed
        /// It threw. It counts as closed; nobody will try again.
        case failed(any Error)
        /// It took longer than its time limit: its task was cancelled and left alone.
        case abandoned(after: Duration)
    }

    /// The closing of one instance.
    public struct Entry: Sendable {
        /// The path of the scope that the instance belonged to.
        public let scope: String
        /// The binding that made the instance.
        public let binding: Binding
        /// What came of it.
        public let outcome: Outcome
        /// How long it took.
        public let duration: Duration
    }

    /// The path of the scope that was closed.
    public let scope: String

    /// Every instance that had something to do at closing, in the order of closing: those of dependent scopes first,
    /// then in the reverse order of making.
    ///
    /// Instances that are neither ``Closable`` nor have an ``BindingOption/onClose(_:)`` are not in it.
    public var entries: [Entry] { details?.entries ?? [] }

    /// How long the whole took, or zero when no instance had anything to do.
    public var duration: Duration { details?.duration ?? .zero }

    /// What most reports don't have.
    private final class Details: Sendable {
        let entries: [Entry]
        let suspects: [Suspect]
        let duration: Duration

        init(_ entries: [Entry], _ suspects: [Suspect], _ duration: Duration) {
            self.entries = entries
            self.suspects = suspects
            self.duration = duration
        }
    }

    private let details: Details?

    /// The report of a closing in which no instance had anything to do.
    ///
    /// - Parameters:
    ///   - scope: The path of the scope.
    ///   - suspects: The objects that somebody else still held, or nil when there were none.
    init(scope: String, suspects: [Suspect]?) {
        self.scope = scope
        details = suspects.map { Details([], $0, .zero) }
    }

    init(scope: String, entries: [Entry], suspects: [Suspect], duration: Duration) {
        self.scope = scope
        details = entries.isEmpty && suspects.isEmpty ? nil : Details(entries, suspects, duration)
    }

    /// The objects that somebody else still held when their scope let go of them.
    var suspects: [Suspect] { details?.suspects ?? [] }

    /// The entries of instances that threw, or were abandoned.
    public var problems: [Entry] {
        entries.filter { if case .closed = $0.outcome { false } else { true } }
    }

    /// Whether every instance closed.
    ///
    /// Instances that outlive their scope don't count here, since their holder may let go of them at any moment: see
    /// ``survivors``.
    public var isClean: Bool {
        problems.isEmpty
    }

    static func nothing(in scope: String) -> ClosingReport {
        ClosingReport(scope: scope, suspects: nil)
    }

    /// Whether there is nothing in it that another report of the same scope would not say.
    var isEmpty: Bool { details == nil }
}

extension ClosingReport: CustomStringConvertible {
    /// A line for the whole, one for each problem, and one for each instance that is still alive.
    public var description: String {
        let closed = entries.count - problems.count
        let count = closed == entries.count ? "\(closed)" : "\(closed) of \(entries.count)"
        return
            (["closed \(scope): \(count) \(entries.count == 1 ? "instance" : "instances") in \(duration)"]
            + problems.map { "  \($0)" } + survivors.map { "  \($0)" })
            .joined(separator: "\n")
    }
}

extension ClosingReport.Entry: CustomStringConvertible {
    /// What came of it, in one line.
    public var description: String {
        let place = "\(binding) in \(scope) (\(binding.location))"
        return switch outcome {
        case .closed: "\(place) closed in \(duration)"
        case .failed(let error): "\(place) failed to close: \(error)"
        case .abandoned(let limit): "\(place) did not close within \(limit), and was left alone"
        }
    }
}

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
    public internal(set) var entries: [Entry] = []

    /// The code that the scopes no longer await, and that may still run.
    ///
    /// It belongs to the instances whose entry has the outcome ``Outcome/abandoned(after:)``, and to those whose creation
    /// exceeded its time limit (``BuildingTimeLimitExceeded``).
    public internal(set) var abandoned: [AbandonedCode] = []

    /// The total duration, or zero if no instance had to be closed.
    public internal(set) var duration: Duration = .zero

    /// The objects that were still referenced when their scope released them.
    var candidates: [LeakCandidate] = []

    init(scope: String) {
        self.scope = scope
    }

    /// Whether the report contains nothing but the path.
    var isEmpty: Bool { entries.isEmpty && candidates.isEmpty && abandoned.isEmpty }

    /// Adds the contents of the report of a dependent scope.
    mutating func add(_ other: ClosingReport) {
        entries += other.entries
        candidates += other.candidates
        abandoned += other.abandoned
    }

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

/// An error that is thrown when a scope closes with problems after a body has run in it.
///
/// The forms of `open` with a body throw this error, which also contains the error of the body.
public struct ClosingError: Error, Sendable, CustomStringConvertible {
    /// The report, which has at least one problem.
    public let report: ClosingReport

    /// The error that the body threw, or nil if the body returned.
    public let bodyError: (any Error)?

    /// The problems of closing and the error of the body.
    public var description: String {
        guard let bodyError else { return "\(report)" }
        return "\(bodyError)\n\(report)"
    }
}

extension ClosingReport {
    /// An instance of a class or an actor that is alive after its scope has closed.
    public struct Leak: Sendable {
        /// The path of the instance's scope.
        public let scope: String
        /// The binding of the instance.
        public let binding: Binding
        /// The bindings whose instances received this one and are still alive.
        ///
        /// If there are some, one of them is still referenced and references this instance. If there are none, a
        /// running task, an escaped closure or a reference cycle references this instance.
        public let dependents: [Binding]

        /// The path of the instance: the path of its scope, a slash, and the binding.
        public var path: String { "\(scope)/\(binding)" }

        /// Returns the leaks among the candidates.
        static func all(of candidates: [LeakCandidate]) -> [Leak] {
            let alive = candidates.filter(\.isAlive).map(\.origin)
            return alive.map { origin in
                Leak(
                    scope: origin.plan.path, binding: origin.binding,
                    dependents: alive.filter { $0.received(origin) }.map(\.binding))
            }
        }
    }
}

extension ClosingReport.Leak: CustomStringConvertible {
    /// The instance and its dependents in one line.
    public var description: String {
        let instance = "\(binding) in \(scope) (\(binding.location)) is still alive"
        return dependents.isEmpty
            ? "\(instance): a task, a closure or a reference cycle holds it"
            : "\(instance), held by \(dependents.map { "\($0) (\($0.location))" }.joined(separator: ", "))"
    }
}

/// The scope and the binding of an instance.
struct InstanceOrigin: Sendable {
    /// The identity of the scope that owned the instance.
    let scope: ObjectIdentifier
    /// The plan of that scope.
    let plan: Plan
    /// The slot of the instance, or of the instance that received it as a transient argument.
    let slot: Int
    /// The binding of a transient instance, as seen from the scope; otherwise nil.
    let transient: Address?

    /// The address of the binding.
    private var address: Address { transient ?? Address(slot: slot) }

    /// The binding.
    var binding: Binding { plan.scope(at: address).blueprint.bindings[address.slot] }

    /// Returns whether the instance received another one as an argument, perhaps through an alias.
    func received(_ other: InstanceOrigin) -> Bool {
        if let transient = other.transient {
            return scope == other.scope && slot == other.slot && arguments(of: address).contains(transient)
        }
        var remaining = arguments(of: address)
        while let input = remaining.popLast() {
            let declarer = plan.scope(at: input)
            let isSame = input.isOwn ? scope == other.scope : declarer === other.plan.scope
            if isSame, input.slot == other.slot { return true }
            if !declarer.steps[input.slot].disposal.isOwned { remaining += arguments(of: input) }
        }
        return false
    }

    /// The addresses of the arguments of a binding, as seen from the scope.
    private func arguments(of address: Address) -> [Address] {
        // The imports of another scope can't be seen from this one.
        if address.imported != nil { return [] }
        return plan.scope(at: address).steps[address.slot].references.flatMap(\.instances).map {
            $0.seen(from: address.outward)
        }
    }
}

/// An object that was still referenced when its scope released it.
///
/// The object may be released soon, so it is examined only when leaks are requested.
final class LeakCandidate: Sendable {
    let origin: InstanceOrigin
    private let reference: Weak

    private struct Weak: @unchecked Sendable {
        // Unchecked, because `AnyObject` is not Sendable. Instances are Sendable, as every binding requires.
        weak let object: AnyObject?
    }

    init(_ object: AnyObject, _ origin: InstanceOrigin) {
        self.origin = origin
        reference = Weak(object: object)
    }

    /// Whether the object is referenced now.
    var isAlive: Bool { reference.object != nil }
}

/// Code that a scope no longer awaits: an initializer or the closing of an instance that exceeded its time limit.
///
/// The code was cancelled, and may still run, because it ignores its cancellation or has not ended yet.
public struct AbandonedCode: Sendable {
    /// The path of the instance's scope.
    public let scope: String

    /// The binding of the instance.
    public let binding: Binding

    private let end: @Sendable () async -> Void

    init(scope: String, binding: Binding, end: @escaping @Sendable () async -> Void) {
        self.scope = scope
        self.binding = binding
        self.end = end
    }

    /// Waits until the code has ended, possibly forever.
    ///
    /// Cancellation of the current task has no effect.
    public func waitForEnd() async { await end() }
}

extension AbandonedCode {
    /// An initializer.
    init(_ construction: Construction, in scope: String) {
        self.init(scope: scope, binding: construction.binding) { await construction.waitForReturn() }
    }
}

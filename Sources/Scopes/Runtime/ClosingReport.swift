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
            let alive = candidates.filter(\.isAlive)
            var dependents: [InstanceID: [Binding]] = [:]
            for candidate in alive {
                for input in candidate.origin.inputs {
                    dependents[input, default: []].append(candidate.origin.details.binding)
                }
            }
            return alive.map { candidate in
                Leak(
                    scope: candidate.origin.plan.path, binding: candidate.origin.details.binding,
                    dependents: dependents[candidate.origin.id] ?? [])
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

/// The step that created an instance.
struct InstanceOrigin: Sendable {
    let plan: Plan
    /// The lazy section, or nil for the opening.
    private let section: Int?
    private let step: Int

    init(_ core: ScopeCore, _ section: Int?, _ step: Int) {
        plan = core.plan
        self.section = section
        self.step = step
    }

    private var current: Section { section.map { plan.lazySections[$0] } ?? plan.opening }

    var details: Section.Details { current.details[step] }

    /// The identity of the instance.
    var id: InstanceID {
        InstanceID(Address(scope: 0, slot: current.steps[step].slot), in: section, of: plan)
    }

    /// The instances that the initializer received.
    var inputs: Set<InstanceID> {
        Set(details.inputs.map { InstanceID($0, in: section, of: plan) })
    }
}

/// An object that was still referenced when its scope released it.
///
/// The object may be released soon, so it is examined only when leaks are requested.
final class LeakCandidate: Sendable {
    let origin: InstanceOrigin
    private let reference: Reference

    private struct Reference: @unchecked Sendable {
        // Unchecked, because `AnyObject` is not Sendable. Instances are Sendable, as every binding requires.
        weak let object: AnyObject?
    }

    init(_ object: AnyObject, _ origin: InstanceOrigin) {
        self.origin = origin
        reference = Reference(object: object)
    }

    /// Whether the object is referenced now.
    var isAlive: Bool { reference.object != nil }
}

/// The identity of an instance within its scope, which is the same in all scopes of one plan.
struct InstanceID: Hashable, Sendable {
    private let scope: ObjectIdentifier
    /// The lazy section that creates the instance, for a transient dependency of a lazy instance; otherwise nil.
    private let section: Int?
    private let slot: Int

    private init(_ scope: ResolvedScope, _ section: Int?, _ slot: Int) {
        self.scope = ObjectIdentifier(scope)
        self.section = section
        self.slot = slot
    }

    /// Identifies the instance at an address, as seen from a section of a plan.
    ///
    /// - Parameters:
    ///   - address: The address of the instance within the section.
    ///   - section: The index of the lazy section, or nil for the opening.
    ///   - plan: The plan that contains the section.
    init(_ address: Address, in section: Int?, of plan: Plan) {
        let current = section.map { plan.lazySections[$0] } ?? plan.opening
        if address.scope != 0 {
            self.init(plan.resolved.scope(at: plan.scopeNumbers.route(of: address.scope)), nil, address.slot)
        } else if let prerequisite = current.prerequisites.first(where: { $0.slot == address.slot }) {
            let origin = prerequisite.address
            self.init(plan.resolved.scope(at: plan.scopeNumbers.route(of: origin.scope)), nil, origin.slot)
        } else if let member = current.members.first(where: { $0.localSlot == address.slot }) {
            self.init(plan.resolved, nil, member.slot)
        } else {
            self.init(plan.resolved, section, address.slot)
        }
    }
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

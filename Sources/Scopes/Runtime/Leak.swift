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

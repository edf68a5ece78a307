extension ClosingReport {
    /// An instance of a class or an actor that is still alive after its scope has closed.
    public struct Survivor: Sendable {
        /// The path of the scope that the instance belonged to.
        public let scope: String
        /// The binding that made the instance.
        public let binding: Binding
        /// The bindings whose instances were given this one, and are still alive too.
        ///
        /// When there are some, it is one of them that somebody holds, and this one with it. When there are none, somebody
        /// holds this one: a task that still runs, a closure that was handed out, a cycle of references.
        public let dependents: [Binding]
    }

    /// The instances that are alive now, at the moment of asking, though their scope has closed.
    ///
    /// While closing, the scope noted the objects that it was not the last to hold. Those of them that are gone meanwhile
    /// are not in the list, so an instance whose task was at its last line is not blamed. Instances of structs and
    /// enums are not watched, nor are those that the scope was handed ready made or does not own
    /// (``BindingOption/ownedElsewhere``).
    public var survivors: [Survivor] {
        let alive = suspects.filter(\.isAlive)
        var dependents: [Suspect.Place: [Binding]] = [:]
        var steps: [ObjectIdentifier: [Int: Int]] = [:]
        for suspect in alive {
            let plan = ObjectIdentifier(suspect.plan)
            let numbers = steps[plan] ?? suspect.plan.compiled.steps.numbersBySlot
            steps[plan] = numbers
            guard let number = numbers[suspect.place.slot] else { continue }
            for input in suspect.inputs(ofStep: number) { dependents[input, default: []].append(suspect.binding) }
        }
        return alive.map { suspect in
            Survivor(
                scope: suspect.scope, binding: suspect.binding, dependents: dependents[suspect.place] ?? [])
        }
    }
}

extension ClosingReport.Survivor: CustomStringConvertible {
    /// What is alive, and with whom, in one line.
    public var description: String {
        let place = "\(binding) in \(scope) (\(binding.location)) is still alive"
        return dependents.isEmpty
            ? "\(place): somebody holds it"
            : "\(place), held by \(dependents.map { "\($0) (\($0.location))" }.joined(separator: ", "))"
    }
}

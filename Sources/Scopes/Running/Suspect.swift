/// An object that somebody else still held when its scope let go of it.
///
/// It may be on its way out, so what became of it is looked up when somebody asks.
final class Suspect: Sendable {
    /// The path of the scope that the object belonged to.
    let scope: String
    /// The binding that made it.
    let binding: Binding

    /// The plan of its scope.
    let plan: Plan
    /// Where it was.
    let place: Place
    private let object: Reference

    /// A slot, and whose it is.
    struct Place: Hashable, Sendable {
        let layout: ObjectIdentifier
        let slot: Int
    }

    private struct Reference: @unchecked Sendable {
        // Unchecked, because `AnyObject` says nothing. Instances are Sendable, as every binding requires.
        weak let object: AnyObject?
    }

    init(_ object: AnyObject, in core: ScopeCore, at slot: Int) {
        scope = core.path
        binding = core.plan.compiled.slots[slot].binding
        plan = core.plan
        place = Place(layout: ObjectIdentifier(core.plan.layout), slot: slot)
        self.object = Reference(object: object)
    }

    /// Whether somebody holds the object at this moment.
    var isAlive: Bool { object.object != nil }

    /// The slots that the object's initialiser read.
    ///
    /// - Parameter number: The number of the step that made it.
    /// - Returns: The slots.
    func inputs(ofStep number: Int) -> Set<Place> {
        Set(
            plan.compiled.inputs[number].lazy.map { address in
                Place(layout: ObjectIdentifier(self.plan.layout(at: address)), slot: address.slot)
            })
    }
}

/// An object that somebody else still held when its scope let go of it.
///
/// It may be on its way out, so what became of it is looked up when somebody asks.
final class Suspect: Sendable {
    /// The path of the scope that the object belonged to.
    let scope: String
    /// The binding that made it.
    let binding: Binding

    private let layout: Layout
    private let slot: Int
    /// The slots, and whose they are, that the object's initialiser read.
    private let inputs: [Input]
    private let object: Reference

    private struct Input: Hashable, Sendable {
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
        layout = core.plan.layout
        self.slot = slot
        self.object = Reference(object: object)
        inputs = core.plan.inputs(of: slot).map { address in
            Input(layout: ObjectIdentifier(core.plan.layout(at: address)), slot: address.slot)
        }
    }

    /// Whether somebody holds the object at this moment.
    var isAlive: Bool { object.object != nil }

    /// Whether the object was given another one by its initialiser.
    func needs(_ other: Suspect) -> Bool {
        inputs.contains(Input(layout: ObjectIdentifier(other.layout), slot: other.slot))
    }
}

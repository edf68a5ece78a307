/// An instance in a slot.
final class Box<Value: Sendable>: TypedBox<Value>, @unchecked Sendable {
    // Unchecked, because a class that inherits can't be checked. It adds no state.

    override func fill(_ cell: AnyCell, owner: AnyObject) {
        // A cell is found by the key of its slot, and key and slot are of one type.
        unsafeDowncast(cell, to: Cell<Value>.self).set(value, owner: owner)
    }
}

/// A box as a reader sees it, who knows the type, but not that it is Sendable.
class TypedBox<Value>: AnyBox, @unchecked Sendable {
    // Unchecked, because a class that is inherited from can't be checked. Its one property is constant, and `Box`,
    // the only class that is instantiated, has a Sendable value.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// An instance of whatever type in a slot.
class AnyBox: @unchecked Sendable {
    // Unchecked, because a class that is inherited from can't be checked. It has no state.

    /// Points a cell at the instance.
    func fill(_ cell: AnyCell, owner: AnyObject) {
        preconditionFailure("a box is always a Box<Value>")
    }
}

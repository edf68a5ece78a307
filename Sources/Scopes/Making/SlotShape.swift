/// How a binding's instance lies in its slot, and what has to be done with it there.
///
/// When an initialiser's instance is converted to its key, the two lie side by side if the scope has to close the one
/// that was made, or to know what became of it.
class SlotShape: @unchecked Sendable {
    // Unchecked, because a class that is inherited from can't be checked. Everything in it is constant.

    /// How an instance is taken out of its slot.
    enum Removal: UInt8, Sendable {
        /// There is nothing to destroy.
        case trivial
        /// It is a reference to an object, whose end is watched.
        case watchedReference
        /// It is a reference to an object.
        case reference
        /// Whatever it is, the shape knows.
        case any
    }

    /// Whether the scope closes the instance.
    enum Closing: UInt8, Comparable, Sendable {
        /// No.
        case never
        /// If the instance turns out to be ``Closable``.
        case perhaps
        /// Yes.
        case always

        static func < (left: Closing, right: Closing) -> Bool { left.rawValue < right.rawValue }
    }

    let size: Int
    let alignment: Int
    /// Where the instance is as it was before its conversion, in bytes from the slot; 0 when that is not kept.
    let originalOffset: Int
    let removal: Removal
    let closing: Closing
    /// For an instance of a class that is not ``Closable``, that class: only an object of one that inherits from it can
    /// be.
    let quietType: ObjectIdentifier?

    init(
        size: Int, alignment: Int, originalOffset: Int, removal: Removal, closing: Closing, quietType: ObjectIdentifier?
    ) {
        self.size = size
        self.alignment = alignment
        self.originalOffset = originalOffset
        self.removal = removal
        self.closing = closing
        self.quietType = quietType
    }

    /// Points a cell at the instance.
    func fill(_ cell: AnyCell, from slot: UnsafeMutableRawPointer, owner: AnyObject, isProvisional: Bool) {
        preconditionFailure("a shape is always an InstanceShape")
    }

    /// What closes the instance, or nil when nothing has to be done.
    func closingAction(of slot: UnsafeMutableRawPointer) -> (@Sendable () async throws -> Void)? {
        preconditionFailure("a shape is always an InstanceShape")
    }

    /// Whether nothing has to be done to close the instance.
    func isQuiet(in slot: UnsafeMutableRawPointer) -> Bool {
        switch closing {
        case .never: return true
        case .always: return false
        case .perhaps:
            guard let quietType else { return closingAction(of: slot) == nil }
            // An instance of a class, and nothing else, is a reference to an object.
            let reference = (slot + originalOffset).assumingMemoryBound(to: Unmanaged<AnyObject>.self).pointee
            let type = reference._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
            return type == quietType || closingAction(of: slot) == nil
        }
    }

    /// Destroys the instance.
    ///
    /// - Returns: The object that it was, if its end is watched.
    func remove(from slot: UnsafeMutableRawPointer) -> AnyObject? {
        preconditionFailure("a shape is always an InstanceShape")
    }

    /// What admission needs to know of the shape.
    var extent: Extent {
        Extent(
            quietType: quietType, size: Int32(size), alignment: Int32(alignment), originalOffset: Int32(originalOffset),
            removal: removal, closing: closing)
    }

    /// What admission needs to know of a shape; each binding has it at hand, so that the shape itself isn't looked at.
    struct Extent: Sendable {
        let quietType: ObjectIdentifier?
        let size: Int32
        let alignment: Int32
        let originalOffset: Int32
        let removal: Removal
        let closing: Closing

        /// Where the region's next slot can begin.
        func place(in end: inout Int) -> Int {
            let alignment = Int(alignment)
            let offset = (end + alignment - 1) & ~(alignment - 1)
            end = offset + Int(size)
            return offset
        }
    }
}

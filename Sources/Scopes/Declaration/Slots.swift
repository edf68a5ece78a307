/// The instances of a scope, by slot.
///
/// The task that opens the scope fills the slots before any other task can see them. Then they remain unchanged, and are read
/// without a lock, until the task that closes the scope empties them; the scope prevents reads by then.
@usableFromInline
final class Slots: @unchecked Sendable {
    // Unchecked for the elements. The rule above makes them safe.

    @usableFromInline var elements: ContiguousArray<AnyInstance?>

    /// The slots of the scope above.
    @usableFromInline let outer: Slots?

    /// The slots of the scopes that are imported from.
    @usableFromInline let imported: [Slots]

    /// Creates empty slots.
    init(count: Int, outer: Slots?, imported: [Slots]) {
        self.outer = outer
        self.imported = imported
        elements = ContiguousArray(repeating: nil, count: count)
    }

    /// The instance in a slot, which must be filled.
    @inlinable
    subscript(_ slot: Int) -> AnyInstance {
        @inline(__always) get { elements[slot]! }
    }

    /// The instance in a slot, or nil when it is empty.
    func instance(in slot: Int) -> AnyInstance? {
        elements[slot]
    }

    /// The number of slots.
    var count: Int { elements.count }

    /// Empties all slots.
    func removeAll() {
        for slot in elements.indices { elements[slot] = nil }
    }

    /// Fills a slot.
    @inline(__always)
    func fill(_ slot: Int, with instance: consuming AnyInstance) {
        elements[slot] = instance
    }

    /// Empties a slot.
    ///
    /// - Returns: The instance that was in it.
    @inline(__always)
    func take(_ slot: Int) -> AnyInstance? {
        elements[slot].take()
    }
}

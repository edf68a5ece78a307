/// Where a need of a binding is met, as seen from the scope that is being built.
enum Resolution: Sendable {
    /// In a slot.
    case slot(Address)
    /// Nowhere, which is fine.
    case absent
    /// In any number of slots, in order.
    case all([Address])
    /// In the cell of a slot.
    case cell(Address)
    /// In the cell that a parent keeps for what a named child of its exports.
    indirect case exchange(frame: Int, child: String, key: BindingKey)
    /// In the scope that is being built itself.
    case scope
}

/// A slot in one of the scopes that a scope can see.
struct Address: Hashable, Sendable {
    /// Which scope: where its region is noted, in bytes from the region of the scope that is being built; 0 for that
    /// itself.
    var frame: Int { Int(shortFrame) }
    /// Which of its slots.
    var slot: Int { Int(shortSlot) }
    /// Where the slot is in the region.
    var offset: Int { Int(shortOffset) }

    // There is one for each need of each binding: half the memory is half the time of going through it.
    private let shortFrame: Int32
    private let shortSlot: Int32
    private let shortOffset: Int32

    init(frame: Int, slot: Int, offset: Int) {
        shortFrame = Int32(frame)
        shortSlot = Int32(slot)
        shortOffset = Int32(offset)
    }
}

/// Hands the inputs of one binding's parameters to its recipe, in their order.
@usableFromInline
final class Linker {
    /// The slot that the instance goes to.
    @usableFromInline let slot: Int

    /// Where that slot is in the region.
    @usableFromInline let offset: Int

    /// Where the instance goes as it was before its conversion, or 0 when that is not kept.
    @usableFromInline let originalOffset: Int

    /// Whether each parameter is an instance itself.
    let hasOnlyPlainNeeds: Bool

    private let resolutions: [Resolution]
    private var next = 0

    init(
        slot: Int, offset: Int, originalOffset: Int, hasOnlyPlainNeeds: Bool, resolutions: [Resolution]
    ) {
        self.slot = slot
        self.offset = offset
        self.originalOffset = originalOffset == 0 ? 0 : offset + originalOffset
        self.hasOnlyPlainNeeds = hasOnlyPlainNeeds
        self.resolutions = resolutions
    }

    /// The input for the next parameter.
    @usableFromInline
    func input<Value>(_ type: Value.Type) -> Input<Value> {
        let resolution = nextResolution()
        if hasOnlyPlainNeeds { return .instance(resolution) }
        guard let shape = Value.self as? any Parameter.Type else { return .instance(resolution) }
        // The protocol promises an `Input<Self>`, and `Self` is `Value`.
        return shape.input(for: resolution) as! Input<Value>
    }

    /// Where the next parameter is found.
    func nextResolution() -> Resolution {
        defer { next += 1 }
        return resolutions[next]
    }
}

/// Provides a factory with the inputs for the parameters of its initializer, in their order.
@usableFromInline
final class Linker {
    /// Whether a converted instance is stored together with its original.
    @usableFromInline let keepsOriginal: Bool

    private let resolutions: [Resolution]
    private var next = 0

    init(keepsOriginal: Bool, resolutions: [Resolution]) {
        self.keepsOriginal = keepsOriginal
        self.resolutions = resolutions
    }

    /// Returns the input for the next parameter.
    @usableFromInline
    func input<Value>(_ type: Value.Type) -> Input<Value> {
        let resolution = nextResolution()
        guard let parameter = parameterType(Value.self) else { return .instance(resolution) }
        // The protocol promises an `Input<Self>`, and `Self` is `Value`.
        return parameter.input(for: resolution) as! Input<Value>
    }

    /// Returns the resolution of the next parameter.
    func nextResolution() -> Resolution {
        defer { next += 1 }
        return resolutions[next]
    }
}

/// One step of opening a scope: makes one instance.
struct Step: Sendable {
    enum Making: Sendable {
        case synchronous(SynchronousStep)
        case asynchronous(AsynchronousStep)
    }

    /// Where the instance goes.
    let slot: Int

    /// Lazy bindings that must be made before.
    let lazyInputs: [Address]

    let making: Making
}

/// Hands the readers of one binding's parameters to its recipe, in their order.
final class Linker {
    /// The slot that the instance goes to.
    let slot: Int

    private let resolutions: [Resolution]
    private var next = 0

    init(slot: Int, resolutions: [Resolution]) {
        self.slot = slot
        self.resolutions = resolutions
    }

    /// The reader for the next parameter.
    func reader<Value>(_ type: Value.Type) -> Reader<Value> {
        defer { next += 1 }
        guard let shape = Value.self as? any Parameter.Type else { return .instance(resolutions[next]) }
        // The protocol promises a `Reader<Self>`, and `Self` is `Value`.
        return shape.reader(for: resolutions[next]) as! Reader<Value>
    }
}

/// Reads one argument of an initializer.
@usableFromInline
struct Input<Value>: Sendable {
    /// The address of the instance.
    @usableFromInline let address: Address
    /// Whether the argument is of a class.
    @usableFromInline let isObject: Bool
    /// Assembles an argument that is not an instance.
    @usableFromInline let assemble: (@Sendable (InstanceSource) -> Value)?

    /// Creates an argument that is the instance at an address.
    init(_ address: Address) {
        self.address = address
        isObject = AnyInstance.isObject(Value.self)
        assemble = nil
    }

    /// Creates an argument that a closure assembles.
    init(_ assemble: @escaping @Sendable (InstanceSource) -> Value) {
        address = Address(scope: 0, slot: 0)
        isObject = false
        self.assemble = assemble
    }

    /// Returns an argument that is the instance for a resolved requirement.
    static func instance(_ resolution: Resolution) -> Input {
        guard case .slot(let address) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which is not an instance")
        }
        return Input(address)
    }

    /// Returns the argument.
    ///
    /// The instance must already exist, which the order of the steps ensures.
    @inlinable
    @inline(__always)
    func read(_ source: InstanceSource) -> Value {
        if let assemble { return assemble(source) }
        return AnyInstance.value(in: source.object(at: address), as: Value.self, isObject: isObject)
    }
}

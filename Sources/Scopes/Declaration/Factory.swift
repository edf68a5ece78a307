/// Creates the instances of a binding.
///
/// A factory is linked once for each plan: it takes a typed input for each parameter from the linker. The resulting
/// closure runs each time a scope is opened.
@usableFromInline
enum Factory: Sendable {
    /// The instance is passed to the scope when the scope is opened.
    case arguments
    /// The initializer is synchronous.
    case synchronous(@Sendable (Linker) -> SynchronousFactory)
    /// The initializer is asynchronous.
    case asynchronous(@Sendable (Linker) -> AsynchronousFactory)
}

/// Creates an instance.
@usableFromInline
typealias SynchronousFactory = @Sendable (InstanceSource) throws -> AnyInstance

/// Reads the arguments, and returns a closure that creates an instance from them.
///
/// Only the first closure reads from the scope, so that the second one can outlast the scope.
@usableFromInline
typealias AsynchronousFactory = @Sendable (InstanceSource) -> @Sendable () async throws -> AnyInstance

// These functions are inlinable, so that the closures are specialized in the module that declares the bindings. The
// closures load an argument as a pointer, and not through the metadata of its type.

extension Factory {
    @inlinable
    static func creating<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T
    ) -> Factory {
        .synchronous { linker in
            let inputs = (repeat linker.input((each D).self))
            let isObject = AnyInstance.isObject(T.self)
            return { source in AnyInstance(try make(repeat (each inputs).read(source)), isObject: isObject) }
        }
    }

    @inlinable
    static func creating<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        as convert: @escaping @Sendable (T) -> K
    ) -> Factory {
        .synchronous { linker in
            let inputs = (repeat linker.input((each D).self))
            let keepsOriginal = linker.keepsOriginal
            return { source in
                let made = try make(repeat (each inputs).read(source))
                return keepsOriginal
                    ? AnyInstance(convert(made), convertedFrom: made) : AnyInstance(convert(made))
            }
        }
    }

    @inlinable
    static func creating<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T
    ) -> Factory {
        .asynchronous { linker in
            let inputs = (repeat linker.input((each D).self))
            return { source in
                let values = (repeat (each inputs).read(source))
                return { AnyInstance(try await make(repeat each values)) }
            }
        }
    }

    @inlinable
    static func creating<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        as convert: @escaping @Sendable (T) -> K
    ) -> Factory {
        .asynchronous { linker in
            let inputs = (repeat linker.input((each D).self))
            let keepsOriginal = linker.keepsOriginal
            return { source in
                let values = (repeat (each inputs).read(source))
                return {
                    let made = try await make(repeat each values)
                    return keepsOriginal
                        ? AnyInstance(convert(made), convertedFrom: made) : AnyInstance(convert(made))
                }
            }
        }
    }

    static func providing<T: Sendable>(_ value: T) -> Factory {
        let instance = AnyInstance(value)
        return .synchronous { _ in { _ in instance } }
    }
}

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

/// The scope from which a factory reads the arguments of its initializer.
@usableFromInline
struct InstanceSource: Sendable {
    /// The instances of the scope, and of the scopes that are visible to it.
    @usableFromInline let slots: Slots

    /// The scope that creates the instance.
    let context: any ScopeContext

    /// The construction site, for an initializer with a ``Building`` parameter.
    private(set) var site: ConstructionSite?

    init(slots: Slots, context: any ScopeContext) {
        self.slots = slots
        self.context = context
    }

    /// Returns the source for an initializer at a construction site.
    func at(_ site: ConstructionSite) -> InstanceSource {
        var source = self
        source.site = site
        return source
    }

    /// Returns the instance at an address, which must exist.
    @inlinable
    @inline(__always)
    func instance(at address: Address) -> AnyInstance {
        AnyInstance(object: object(at: address))
    }

    /// Returns the object in the slot at an address, which must be filled.
    @inlinable
    @inline(__always)
    func object(at address: Address) -> AnyObject {
        switch address.scope {
        case 0: slots[address.slot]
        case 1: slots.outer.unsafelyUnwrapped[address.slot]
        default: distantObject(at: address)
        }
    }

    @usableFromInline
    func distantObject(at address: Address) -> AnyObject {
        if address.scope < 0 { return slots.imported[-address.scope - 1][address.slot] }
        var slots = slots
        for _ in 0..<address.scope {
            guard let outer = slots.outer else { preconditionFailure("an address leads to an ancestor, which is open") }
            slots = outer
        }
        return slots[address.slot]
    }
}

/// The operations of a scope for parameters that are not plain instances.
protocol ScopeContext: AnyObject, Sendable {
    /// The names of the scopes from the root to this one, joined by slashes.
    var path: String { get }

    /// Returns a scope that is visible to this one, by the number in an ``Address``.
    func owner(_ scope: Int) -> any ScopeContext

    /// Returns the cell of a slot of this scope.
    func cell(of slot: Int) -> Cell

    /// Returns the cell that this scope keeps for the export of a child.
    func exportCell(of child: String, for key: BindingKey) -> Cell

    /// Returns the instance in a slot of this scope, and creates the instance if it does not exist.
    nonisolated(nonsending) func instance(in slot: Int) async throws -> AnyInstance
}

/// The position of an instance, as seen from a scope.
@usableFromInline
struct Address: Hashable, Sendable {
    /// The scope: 0 for the scope itself, n for its nth ancestor, -n for its nth import.
    @usableFromInline let scope: Int
    /// The slot of that scope.
    @usableFromInline let slot: Int

    init(scope: Int, slot: Int) {
        self.scope = scope
        self.slot = slot
    }
}

/// The result of resolving a requirement, as seen from the scope that creates the instance.
enum Resolution: Sendable {
    /// The instance in a slot.
    case slot(Address)
    /// No instance, for an optional.
    case absent
    /// The instances in any number of slots, in order.
    case all([Address])
    /// A reference to a slot: to its cell for ``Live``, or to its lazy instance for ``Lazy``.
    case reference(Address)
    /// The cell that a scope keeps for the export of a child.
    case export(keeper: Int, child: String, key: BindingKey)
    /// The scope itself.
    case scope
}

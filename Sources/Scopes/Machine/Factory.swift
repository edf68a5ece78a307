/// Creates the instances of a binding.
///
/// A factory is linked once for each plan: it takes a typed argument for each parameter from the linker. The resulting
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
typealias AsynchronousFactory = @Sendable (InstanceSource) throws -> @Sendable () async throws -> AnyInstance

// These functions are inlinable, so that the closures are specialized in the module that declares the bindings. The
// closures load an argument as a pointer, and not through the metadata of its type.

extension Factory {
    @inlinable
    static func creating<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T
    ) -> Factory {
        .synchronous { linker in
            let arguments = (repeat linker.argument((each D).self))
            let isObject = AnyInstance.isObject(T.self)
            return { source in AnyInstance(try make(repeat try (each arguments).read(source)), isObject: isObject) }
        }
    }

    @inlinable
    static func creating<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        as convert: @escaping @Sendable (T) -> K
    ) -> Factory {
        .synchronous { linker in
            let arguments = (repeat linker.argument((each D).self))
            let keepsOriginal = linker.keepsOriginal
            return { source in
                let made = try make(repeat try (each arguments).read(source))
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
            let arguments = (repeat linker.argument((each D).self))
            return { source in
                let values = (repeat try (each arguments).read(source))
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
            let arguments = (repeat linker.argument((each D).self))
            let keepsOriginal = linker.keepsOriginal
            return { source in
                let values = (repeat try (each arguments).read(source))
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

/// Provides a factory with the arguments for the parameters of its initializer, in their order.
@usableFromInline
final class Linker {
    /// Whether a converted instance is stored together with its original.
    @usableFromInline let keepsOriginal: Bool

    private let references: [Reference]
    private let transient: (Address) -> SynchronousFactory
    private var next = 0

    /// - Parameters:
    ///   - keepsOriginal: Whether a converted instance is stored together with its original.
    ///   - references: The reference of each parameter.
    ///   - transient: Returns the linked factory of a transient binding.
    init(keepsOriginal: Bool, references: [Reference], transient: @escaping (Address) -> SynchronousFactory) {
        self.keepsOriginal = keepsOriginal
        self.references = references
        self.transient = transient
    }

    /// Returns the argument for the next parameter.
    @usableFromInline
    func argument<Value>(_ type: Value.Type) -> Argument<Value> {
        argument(type, for: nextReference())
    }

    /// Returns the argument for a reference.
    func argument<Value>(_ type: Value.Type, for reference: Reference) -> Argument<Value> {
        guard let type = type as? any AssembledArgument.Type else { return instance(reference) }
        // The protocol promises an `Argument<Self>`, and `Self` is `Value`.
        return type.argument(for: reference, self) as! Argument<Value>
    }

    /// Returns the argument that is the instance for a reference.
    func instance<Value>(_ reference: Reference) -> Argument<Value> {
        switch reference {
        case .instance(let address): return Argument(address)
        case .transient(let address):
            let make = transient(address)
            let isObject = AnyInstance.isObject(Value.self)
            return Argument { source in
                try source.makeTransient(make, address).value(as: Value.self, isObject: isObject)
            }
        case .absent, .all, .live, .lazy, .building:
            preconditionFailure("\(Value.self) refers to \(reference), which is not an instance")
        }
    }

    /// Returns the reference of the next parameter.
    func nextReference() -> Reference {
        defer { next += 1 }
        return references[next]
    }
}

/// Reads one argument of an initializer.
@usableFromInline
struct Argument<Value>: Sendable {
    /// The address of the instance.
    @usableFromInline let address: Address
    /// Whether the argument is of a class.
    @usableFromInline let isObject: Bool
    /// Assembles an argument that is not the instance at an address.
    @usableFromInline let assemble: (@Sendable (InstanceSource) throws -> Value)?

    /// Creates an argument that is the instance at an address.
    init(_ address: Address) {
        self.address = address
        isObject = AnyInstance.isObject(Value.self)
        assemble = nil
    }

    /// Creates an argument that a closure assembles.
    init(_ assemble: @escaping @Sendable (InstanceSource) throws -> Value) {
        address = Address(slot: 0)
        isObject = false
        self.assemble = assemble
    }

    /// Returns the argument.
    ///
    /// The instance at the address must exist, which the order of creation ensures. Only a transient instance is created now,
    /// so that reading its argument may throw.
    @inlinable
    @inline(__always)
    func read(_ source: InstanceSource) throws -> Value {
        if let assemble { return try assemble(source) }
        return AnyInstance.value(in: source.object(at: address), as: Value.self, isObject: isObject)
    }
}

/// A type of parameters whose arguments are not instances, such as an optional.
protocol AssembledArgument {
    /// Returns the argument for a reference, which is an `Argument<Self>`.
    static func argument(for reference: Reference, _ linker: Linker) -> Any
}

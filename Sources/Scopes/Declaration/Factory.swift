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

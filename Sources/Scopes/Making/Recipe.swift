/// How a binding's instance comes into its slot.
///
/// A recipe is linked once, when its blueprint is admitted: it takes one typed input for each parameter from the
/// linker. The making that comes out runs each time a scope is opened.
@usableFromInline
enum Recipe: Sendable {
    /// Given by whoever opens the scope.
    case arguments
    /// Made without waiting, by a closure that is handed instances of any type.
    case named(NamedMaker)
    /// Made without waiting.
    case synchronous(@Sendable (Linker) -> SynchronousMaking)
    /// Made by waiting.
    case asynchronous(@Sendable (Linker) -> AsynchronousMaking)
}

/// Makes one instance and puts it in its slot.
///
/// It gets the scope, and the number of the step that it is in the scope's plan. Nobody else touches the slot meanwhile.
@usableFromInline
typealias SynchronousMaking = @Sendable (ScopeCore, Int) throws -> Void

/// Makes one instance, waiting as it must, and hands it over, if it is still wanted by then.
///
/// What it reads is there until it says that it has taken it (``ScopeCore/endTaking(for:)``), which it does before it waits.
@usableFromInline
typealias AsynchronousMaking = @Sendable (ScopeCore, BuildJob) async throws -> Void

// These can be inlined, so that a program that declares bindings gets makings that know its types: they load a
// parameter as a pointer, and not through a description of its type.

extension Recipe {
    @inlinable
    static func making<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T
    ) -> Recipe {
        .synchronous { linker in
            let offset = linker.offset
            let inputs = (repeat linker.input((each D).self))
            return { core, _ in
                core.pointer(to: T.self, at: offset)
                    .initialize(to: try make(repeat (each inputs).read(core)))
            }
        }
    }

    @inlinable
    static func making<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        as convert: @escaping @Sendable (T) -> K
    ) -> Recipe {
        .synchronous { linker in
            let offset = linker.offset
            let originalOffset = linker.originalOffset
            let inputs = (repeat linker.input((each D).self))
            return { core, _ in
                let made = try make(repeat (each inputs).read(core))
                core.pointer(to: K.self, at: offset).initialize(to: convert(made))
                if originalOffset != 0 { core.pointer(to: T.self, at: originalOffset).initialize(to: made) }
            }
        }
    }

    @inlinable
    static func making<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T
    ) -> Recipe {
        making(make, as: { $0 })
    }

    @inlinable
    static func making<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        as convert: @escaping @Sendable (T) -> K
    ) -> Recipe {
        .asynchronous { linker in
            let slot = linker.slot
            let inputs = (repeat linker.input((each D).self))
            return { core, job in
                let values = (repeat (each inputs).read(core))
                try core.endTaking(for: job)
                let made = try await make(repeat each values)
                try await core.deliver(convert(made), madeFrom: made, to: slot, by: job)
            }
        }
    }

    static func giving<T: Sendable>(_ value: T) -> Recipe {
        .synchronous { linker in
            let offset = linker.offset
            return { core, _ in core.pointer(to: T.self, at: offset).initialize(to: value) }
        }
    }
}

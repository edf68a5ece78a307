/// How a binding's instance comes into its slot.
///
/// A recipe is linked once, when its blueprint is admitted: it takes one typed reader for each parameter from
/// the linker. The steps that come out run each time a scope is opened.
enum Recipe: Sendable {
    /// Given by whoever opens the scope.
    case arguments
    /// Made without waiting.
    case synchronous(@Sendable (Linker) -> SynchronousStep)
    /// Made by waiting.
    case asynchronous(@Sendable (Linker) -> AsynchronousStep)
}

/// Makes one instance and puts it in its slot.
typealias SynchronousStep = @Sendable (ScopeCore) throws -> Void

/// Makes one instance, waiting as it must, and puts it in its slot.
typealias AsynchronousStep = @Sendable (ScopeCore) async throws -> Void

extension Recipe {
    static func making<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        as convert: @escaping @Sendable (T) -> K,
        settings: BindingSettings<T>
    ) -> Recipe {
        .synchronous { linker in
            let slot = linker.slot
            let readers = (repeat linker.reader((each D).self))
            return { core in
                let made = try make(repeat try (each readers).read(core))
                core.install(convert(made), at: slot, closing: settings.closing(of: made))
            }
        }
    }

    static func making<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        as convert: @escaping @Sendable (T) -> K,
        settings: BindingSettings<T>
    ) -> Recipe {
        .asynchronous { linker in
            let slot = linker.slot
            let readers = (repeat linker.reader((each D).self))
            return { core in
                let made = try await make(repeat try (each readers).read(core))
                core.install(convert(made), at: slot, closing: settings.closing(of: made))
            }
        }
    }

    static func giving<T: Sendable>(_ value: T, settings: BindingSettings<T>) -> Recipe {
        .synchronous { linker in
            let slot = linker.slot
            return { core in
                core.install(value, at: slot, closing: settings.closing(ofGiven: value))
            }
        }
    }
}

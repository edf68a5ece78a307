/// The types of what an object asks for by ``Dependency``.
///
/// ```swift
/// class UseCase: @unchecked Sendable, UsesDependencies {
///     // Unchecked, because a class that is inherited from can't be checked. The wrapper has no setter.
///     class var dependencies: DependencyTypes { DependencyTypes((any MovieRepository).self) }
///
///     @Dependency var repository: any MovieRepository
/// }
/// ```
public struct DependencyTypes: Sendable {
    /// One of the types.
    struct Use: Sendable {
        let need: Need
        let type: ObjectIdentifier
        /// Makes the input for the type, from the next resolution.
        let link: @Sendable (Linker) -> SiteInput
    }

    let uses: [Use]

    /// Lists the types, each as the property has it: `Clock.self`, `(any MovieRepository).self`, `Live<Feed>.self`.
    public init<each U: Sendable>(_ types: repeat (each U).Type) {
        var uses: [Use] = []
        repeat uses.append(Self.use(each types))
        self.uses = uses
    }

    private init(uses: [Use]) {
        self.uses = uses
    }

    /// Both lists, for a class that asks for more than the one that it inherits from.
    public static func + (left: DependencyTypes, right: DependencyTypes) -> DependencyTypes {
        DependencyTypes(uses: left.uses + right.uses)
    }

    private static func use<U: Sendable>(_ type: U.Type) -> Use {
        Use(need: Need(of: type), type: ObjectIdentifier(type)) { linker in SiteInput(linker.input(type)) }
    }
}

/// A type whose instances ask for something by ``Dependency``, and that says for what.
///
/// A class that inherits from it asks for the same. Where a type can't conform, its binding says it instead
/// (``BindingOption/uses(_:)``).
public protocol UsesDependencies {
    /// The types of all properties with ``Dependency``.
    static var dependencies: DependencyTypes { get }
}

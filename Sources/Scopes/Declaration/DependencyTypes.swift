/// The types that an object requests through ``Dependency``.
///
/// ```swift
/// final class Feed: Sendable, UsesDependencies {
///     static var dependencies: DependencyTypes { DependencyTypes(\Feed.repository) }
///
///     let repository: any MovieRepository
///
///     init(_ building: Building) throws { repository = try Dependency(building).wrappedValue }
/// }
/// ```
public struct DependencyTypes: Sendable {
    /// A type that the object requests.
    struct Use: Sendable {
        let requirement: Requirement
        let type: ObjectIdentifier
        /// Returns the closure that reads the value, for the next resolution.
        let link: @Sendable (Linker) -> ConstructionSite.Reader
    }

    let uses: [Use]

    /// Lists the types, each as the property declares it: `Clock.self`, `(any MovieRepository).self`, `Live<Feed>.self`.
    public init<each U: Sendable>(_ types: repeat (each U).Type) {
        var uses: [Use] = []
        repeat uses.append(Self.use(each types))
        self.uses = uses
    }

    /// Lists the types of properties, so that the source code names each type only in the declaration of its property.
    ///
    /// - Parameter properties: The properties, in any order: `\Self.repository, \Self.clock`.
    public init<Root, each U: Sendable>(_ properties: repeat KeyPath<Root, each U>) {
        var uses: [Use] = []
        repeat uses.append(Self.use((each U).self))
        self.uses = uses
    }

    private init(uses: [Use]) {
        self.uses = uses
    }

    /// Concatenates two lists, for a class that requests more than its superclass.
    public static func + (left: DependencyTypes, right: DependencyTypes) -> DependencyTypes {
        DependencyTypes(uses: left.uses + right.uses)
    }

    private static func use<U: Sendable>(_ type: U.Type) -> Use {
        Use(requirement: Requirement(of: type), type: ObjectIdentifier(type)) { linker in
            let input = linker.input(type)
            return { source in AnyInstance(input.read(source)) }
        }
    }
}

/// A type whose instances request dependencies through ``Dependency`` in their initializer.
///
/// A subclass inherits the requests of its superclass. For a type that can't conform, the binding declares the requests
/// (``BindingOption/uses(_:)``). The conformance has no effect on a binding whose initializer takes no ``Building``.
public protocol UsesDependencies {
    /// The types of all ``Dependency`` properties.
    static var dependencies: DependencyTypes { get }
}

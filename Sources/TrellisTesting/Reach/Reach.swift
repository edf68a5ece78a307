package import Scopes

/// The objects that the instances of a session or a scene can reach, determined from their types.
///
/// Nothing is opened or created. The search starts at the implementations of all bindings, and follows their stored
/// properties from type to type:
///
/// - A property whose type is a key leads to the implementation of the binding that the container would choose. The
///   search continues in the scope of this binding.
/// - A `Live`, a `Lazy`, an `All` and a `Dependency` lead to their instances, and a `Scene` to all instances of the
///   scene.
/// - An existential type that no binding provides ends a path, as does a closure. What a closure captures is unknown.
/// - Types of the standard library, Foundation and SwiftNIO lead only to their generic arguments, so that an array
///   leads to its elements. Those of other libraries are not searched either.
/// - State that reflection does not show is declared with `StateUnderLock`.
///
/// A type stands for all its instances: an object that is created inside a service counts as the instance of the
/// binding with its type. A property of a class leads to that class and the implementations of its bindings, and not to
/// other subclasses.
package struct Reach: Sendable {
    /// A type that is reached.
    package struct Entry: Sendable {
        /// The type: a class, an actor, a closure, an existential type, or the implementation of a binding outside.
        package let type: any Any.Type

        /// The types to which a closure is attributed: the one that declares the property, and the instance that contains it;
        /// empty for other types.
        package let owners: [any Any.Type]

        /// The shortest path: `MoviesCoordinator.list → SearchModel.repository → CachingRepository`.
        ///
        /// An arrow leads to an instance, and a dot to a property of it or of a value in it.
        package let path: String

        /// The name of the type without its module.
        package var name: String { "\(TypeName(of: type))" }

        /// Whether the type is that of a closure.
        package var isClosure: Bool { TypeParts(of: type).kind == .closure }
    }

    /// State that the search can't follow.
    package struct Problem: Sendable {
        /// The path to the property.
        package let path: String

        /// The reason and the remedy.
        package let reason: String
    }

    /// The types that are reached, sorted by their paths, each with one of its shortest paths.
    ///
    /// The implementations of the blueprint's own bindings, and of those of the scenes in it, are not included. A
    /// closure has an entry for each property.
    package let entries: [Entry]

    /// The state that the search can't follow, sorted by path.
    package let problems: [Problem]

    /// Determines what the instances of a scope can reach.
    ///
    /// - Parameters:
    ///   - blueprint: The blueprint of the session or the scene.
    ///   - enclosing: The blueprints of the scopes around it, from its parent outwards.
    ///   - ends: The types whose properties are not followed. Default: none.
    package init(of blueprint: Blueprint, within enclosing: [Blueprint], endingAt ends: [any Any.Type] = []) {
        var search = ReachSearch(blueprint, within: enclosing, endingAt: ends)
        search.run()
        entries = search.entries.sorted { $0.path < $1.path }
        problems = search.problems.sorted { $0.path < $1.path }
    }
}

extension Reach: CustomStringConvertible {
    /// The paths of all entries, one per line, followed by the problems.
    package var description: String {
        (entries.map(\.path) + problems.map { "\($0.path): \($0.reason)" }).joined(separator: "\n")
    }
}

/// A type that has a special meaning as the parameter of an initializer.
protocol Parameter {
    /// The requirement that a parameter of this type states.
    static var requirement: Requirement { get }

    /// Returns the input for a resolved requirement.
    ///
    /// The result is an `Input<Self>`.
    static func input(for resolution: Resolution) -> Any
}

/// Returns a type as a parameter with a special meaning; nil for any other type.
///
/// The cast of a type that does not conform searches all conformances of the program, which takes tens of microseconds in
/// a daemon with a statically linked standard library. Only optionals and types of this module conform, so that their
/// declarations are compared first.
func parameterType<D>(_ type: D.Type) -> (any Parameter.Type)? {
    guard let declaration = TypeMetadata(of: type).declaration, parameterDeclarations.contains(declaration) else {
        return nil
    }
    return type as? any Parameter.Type
}

/// The declarations of all types that conform to ``Parameter``.
private let parameterDeclarations: [UInt] = [
    Void?.self, Building.self, All<Void>.self, Live<Void>.self, Lazy<Void>.self,
]
.compactMap { TypeMetadata(of: $0).declaration }

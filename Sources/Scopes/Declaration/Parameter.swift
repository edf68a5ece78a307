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
/// a daemon with a statically linked standard library. Only optionals and types of this module conform, so that the name
/// of any other type suffices.
func parameterType<D>(_ type: D.Type) -> (any Parameter.Type)? {
    let name = _typeName(type)
    return parameterPrefixes.contains { name.hasPrefix($0) } ? type as? any Parameter.Type : nil
}

/// The beginnings of the qualified names of all types that conform to ``Parameter``.
private let parameterPrefixes = [
    String(_typeName(Building?.self).prefix { $0 != "<" }), String(_typeName(Building.self).prefix { $0 != "." }) + ".",
]

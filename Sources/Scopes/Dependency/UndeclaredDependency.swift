/// An object asked by ``Dependency`` for something that its binding does not declare.
///
/// It fails the binding, though the object has been made.
public struct UndeclaredDependency: Error, Hashable, Sendable {
    /// What it asked for.
    public let key: BindingKey
    /// Where its property is.
    public let location: BindingLocation
}

extension UndeclaredDependency: CustomStringConvertible {
    /// What was asked for, where, and what to do.
    public var description: String {
        """
        @Dependency of \(key) (\(location)) is not declared: add the type to the `dependencies` of the object, or to the \
        option `.uses(…)` of its binding
        """
    }
}

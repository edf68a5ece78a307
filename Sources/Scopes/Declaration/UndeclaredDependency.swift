/// An error that is thrown when an object requests a type through ``Dependency`` that its binding does not declare.
///
/// The binding fails with this error, although the object has been created.
public struct UndeclaredDependency: Error, Hashable, Sendable {
    /// The requested key.
    public let key: BindingKey
    /// The source location of the property.
    public let location: BindingLocation
}

extension UndeclaredDependency: CustomStringConvertible {
    /// The key, the location and the remedy.
    public var description: String {
        """
        @Dependency of \(key) (\(location)) is not declared: add the type to the `dependencies` of the object, or to the \
        option `.uses(…)` of its binding
        """
    }
}

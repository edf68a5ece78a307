/// An error that is thrown when an object requests a type through ``Dependency`` that its binding does not declare.
public struct UndeclaredDependency: Error, Hashable, Sendable {
    /// The requested key.
    public let key: BindingKey
    /// The source location of the request.
    public let location: BindingLocation
}

extension UndeclaredDependency: CustomStringConvertible {
    /// The key, the location and the remedy.
    public var description: String {
        """
        @Dependency of \(key) (\(location)) is not declared: add the property to the `dependencies` of the object, or the \
        type to the option `.uses(…)` of its binding
        """
    }
}

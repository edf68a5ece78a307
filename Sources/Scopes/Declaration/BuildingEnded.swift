/// An error that is thrown when a ``Building`` is used after the initializer that received it has returned.
public struct BuildingEnded: Error, Hashable, Sendable {
    /// The path of the scope that created the object.
    public let scope: String
}

extension BuildingEnded: CustomStringConvertible {
    /// The scope, the reason and the remedy.
    public var description: String {
        """
        a Building of \(scope) was used after its initializer had returned; use it only in that initializer, and store the \
        values that it provides
        """
    }
}

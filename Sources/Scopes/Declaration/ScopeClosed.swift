/// An error that is thrown when the scope of a requested instance is closing or has closed.
public struct ScopeClosed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the scope, for example `root/items/current`.
    public let scope: String

    /// Creates the error for the path of a scope.
    public init(scope: String) {
        self.scope = scope
    }

    /// A description of the error.
    public var description: String {
        "the scope \(scope) has closed; its instances can no longer be used"
    }
}

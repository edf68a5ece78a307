/// The operations of a scope for parameters that are not plain instances.
protocol ScopeContext: AnyObject, Sendable {
    /// The names of the scopes from the root to this one, joined by slashes.
    var path: String { get }

    /// Returns the scope of an address.
    func scope(at address: Address) -> any ScopeContext

    /// Returns the object in a slot of this scope; nil before it exists.
    ///
    /// - Throws: ``ScopeClosed`` when the instance has been closed.
    func current(_ slot: Int) throws(ScopeClosed) -> AnyObject?

    /// Returns the instance in a slot of this scope, and creates the instance if it does not exist.
    nonisolated(nonsending) func instance(in slot: Int) async throws -> AnyInstance
}

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

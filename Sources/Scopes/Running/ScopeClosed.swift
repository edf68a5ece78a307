/// The scope that owns what was asked for is closing, or has closed.
public struct ScopeClosed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The scope's path, for example `root/items/current`.
    public let scope: String

    /// Makes the error for a scope's path, as a test does.
    public init(scope: String) {
        self.scope = scope
    }

    /// A sentence for people.
    public var description: String {
        "the scope \(scope) has closed; what belonged to it can no longer be used"
    }
}

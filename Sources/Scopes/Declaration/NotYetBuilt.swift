/// An error that is thrown when a ``Live`` is called before its instance exists.
///
/// Either an initializer calls the ``Live`` while its scope is being opened, or the scope that exports the instance is
/// not open.
public struct NotYetBuilt: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested key.
    public let key: BindingKey

    /// Creates the error for a key.
    public init(key: BindingKey) {
        self.key = key
    }

    /// A description of the error.
    public var description: String {
        """
        \(key) has not been created yet: it can be used after the scope that provides it has opened, not in an \
        initializer that runs before
        """
    }
}

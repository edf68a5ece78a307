/// A ``Live`` was asked for its instance before that was made.
///
/// Either an initialiser asked while its scope was being built, or the scope that exports the instance is not open.
public struct NotYetBuilt: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for.
    public let key: BindingKey

    /// Makes the error for a key.
    public init(key: BindingKey) {
        self.key = key
    }

    /// A sentence for people.
    public var description: String {
        """
        \(key) has not been made yet: it can be used once the scope that provides it is open, not in an \
        initialiser that runs before
        """
    }
}

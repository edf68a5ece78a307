/// A reference to a repository in the arguments of a method.
enum RepositoryReference: Sendable, Hashable {
    /// The full name, with the owner.
    case named(RepositoryName)

    /// The name, without the owner, of a repository that the signed-in account can access.
    case own(String)

    /// Parses a reference to a repository.
    ///
    /// - Parameter text: `OWNER/NAME` or `NAME`. The initializer returns nil for any other string.
    init?(_ text: String) {
        if let repository = RepositoryName(text) {
            self = .named(repository)
        } else if RepositoryName.isValid(text) {
            self = .own(text)
        } else {
            return nil
        }
    }
}

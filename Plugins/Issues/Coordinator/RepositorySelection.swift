/// How somebody says which repository he means.
enum RepositorySelection: Sendable, Hashable {
    /// By its name with its owner's.
    case named(RepositoryName)

    /// By its name alone: one that the signed-in account can see.
    case own(String)

    /// Reads a selection.
    ///
    /// - Parameter text: `OWNER/NAME` or `NAME`; nil is returned for anything else.
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

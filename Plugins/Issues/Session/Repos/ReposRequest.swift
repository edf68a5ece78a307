/// The arguments of the scene `repos`.
struct ReposRequest: Sendable, Hashable {
    /// The user or organization; nil for all repositories that the signed-in account can access.
    var owner: String?
}

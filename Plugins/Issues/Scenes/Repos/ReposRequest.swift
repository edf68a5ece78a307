/// Whose repositories are asked for: the arguments of the scene repos.
struct ReposRequest: Sendable, Hashable {
    /// A user or an organization; nil for all that the signed-in account can see.
    var owner: String?
}

/// The arguments of the scene `issue`.
struct IssueRequest: Sendable, Hashable {
    /// The repository of the issue.
    var repository: RepositoryName

    /// The number of the issue.
    var number: Int

    /// The issue that was created; nil for an issue to request.
    var created: Issue?
}

/// An issue to create, with options that exist in the repository.
struct IssueDraft: Sendable, Hashable {
    /// The repository in which the issue is created.
    var repository: RepositoryName

    /// The title of the issue; nil until it is specified.
    var title: String?

    /// The body, in Markdown.
    var body: String?

    /// The labels, the milestone and the assignees of the issue.
    var options: [IssueOption] = []
}

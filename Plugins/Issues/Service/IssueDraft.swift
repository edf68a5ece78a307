/// An issue to create, with options that were looked up in the repository.
struct IssueDraft: Sendable, Hashable {
    /// The repository.
    var repository: RepositoryName

    /// The title.
    var title: String

    /// The body, in Markdown.
    var body: String?

    /// The labels, the milestone and the assignees.
    var options: [IssueOption] = []
}

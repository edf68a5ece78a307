/// The arguments of the method `Create`, as the client sends them.
struct NewIssueRequest: Sendable, Hashable {
    /// The repository in which the issue is created.
    var repository: RepositoryReference

    /// The title of the issue.
    var title: String

    /// The body, in Markdown.
    var body: String?

    /// The names of the labels.
    var labels: [String] = []

    /// The title of the milestone.
    var milestone: String?

    /// The logins of the assignees.
    var assignees: [String] = []
}

/// The input of the command Create, as a client gives it.
struct NewIssueRequest: Sendable, Hashable {
    /// The repository.
    var repository: RepositoryReference

    /// The title.
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

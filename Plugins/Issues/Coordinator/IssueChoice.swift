/// What somebody says of an issue that he wants to open.
struct IssueChoice: Sendable, Hashable {
    /// The repository.
    var repository: RepositorySelection

    /// What it is called.
    var title: String

    /// What it says, in Markdown.
    var body: String?

    /// The names of its labels.
    var labels: [String] = []

    /// The title of its milestone.
    var milestone: String?

    /// The logins of those who shall see to it.
    var assignees: [String] = []
}

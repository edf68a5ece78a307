/// How somebody says which issues he means.
struct IssueSelection: Sendable, Hashable {
    /// The repository.
    var repository: RepositorySelection

    /// Whether they are open.
    var state = IssueQuery.State.open

    /// Labels, all of which they have.
    var labels: [String] = []

    /// The title of their milestone, `none` or `*`; nil when it does not matter.
    var milestone: String?

    /// Who shall see to them: a login, `none` or `*`; nil when it does not matter.
    var assignee: String?
}

/// The filters of the method `Issues`.
struct IssueFilter: Sendable, Hashable {
    /// The repository whose issues are listed.
    var repository: RepositoryReference

    /// The filter for the state.
    var state = IssueQuery.State.open

    /// The labels that an issue must have.
    var labels: [String] = []

    /// The title of the milestone, `none` or `*`; nil for no filter.
    var milestone: String?

    /// The login of the assignee, `none` or `*`; nil for no filter.
    var assignee: String?
}

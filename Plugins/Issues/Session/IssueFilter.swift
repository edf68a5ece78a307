/// The filters of the method `Issues`.
struct IssueFilter: Sendable, Hashable {
    /// The filter for the state.
    var state = IssueQuery.State.open

    /// The labels that an issue must have.
    var labels: [String] = []

    /// `none`, `*`, or the title of a milestone; nil for no filter.
    var milestone: String?

    /// `none`, `*`, or the login of an assignee; nil for no filter.
    var assignee: String?
}

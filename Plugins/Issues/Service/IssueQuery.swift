/// A query for the issues of a repository.
struct IssueQuery: Sendable, Hashable {
    /// A filter for the state of issues.
    enum State: String, Sendable, Hashable {
        /// Open issues.
        case open

        /// Closed issues.
        case closed

        /// All issues.
        case all
    }

    /// A filter for the milestone of issues.
    enum Milestone: Sendable, Hashable {
        /// The milestone with this number.
        case number(Int)

        /// Issues without a milestone.
        case none

        /// Issues with a milestone.
        case any
    }

    /// The repository whose issues are listed.
    var repository: RepositoryName

    /// The filter for the state.
    var state = State.open

    /// The labels that an issue must have.
    var labels: [String] = []

    /// The filter for the milestone; nil for no filter.
    var milestone: Milestone?

    /// The filter for the assignee: a login, `none` or `*`; nil for no filter.
    var assignee: String?
}

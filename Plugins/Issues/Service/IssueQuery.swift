/// Which issues of which repository are asked for.
struct IssueQuery: Sendable, Hashable {
    /// Whether an issue is open, as a condition.
    enum State: String, Sendable, Hashable {
        /// It is.
        case open

        /// It was closed.
        case closed

        /// It does not matter.
        case all
    }

    /// The milestone of an issue, as a condition.
    enum Milestone: Sendable, Hashable {
        /// The one with this number.
        case number(Int)

        /// None.
        case none

        /// Whichever, but one.
        case any
    }

    /// The repository.
    var repository: RepositoryName

    /// Whether they are open.
    var state = State.open

    /// Labels, all of which they have.
    var labels: [String] = []

    /// Their milestone; nil when it does not matter.
    var milestone: Milestone?

    /// Who shall see to them: a login, `none` or `*`; nil when it does not matter.
    var assignee: String?
}

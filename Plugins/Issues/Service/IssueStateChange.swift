/// A change of an issue's state (docs.github.com, "REST API endpoints for issues", "Update an issue").
enum IssueStateChange: Sendable, Hashable {
    /// The reason for closing an issue.
    enum Reason: String, Sendable, Hashable {
        /// The issue is done.
        case completed

        /// The issue will not be done.
        case notPlanned = "not_planned"

        /// The issue is a duplicate of another one.
        case duplicate
    }

    /// Close the issue. Without a reason, GitHub records `completed`.
    case close(Reason?)

    /// Reopen the issue.
    case reopen
}

/// The failure of a command that depends on the navigation stack.
enum SessionFailure: Error, Sendable, Hashable {
    /// The command names no repository, and none is selected.
    case noRepository

    /// The command names no issue, and none is shown.
    case noIssue

    /// No new issue is open.
    case noNewIssue

    /// The new issue has no title.
    case noTitle

    /// The list has no element with this number.
    case noSuchNumber(Int, highest: Int)
}

/// An error that a user store throws to reject a call.
enum UserStoreError: Error, Sendable, Hashable {
    /// The user has saved the maximum number of titles.
    case tooManySaved(limit: Int)

    /// Changes after a revision were dropped, or the user has no change with this revision.
    case historyUnavailable(since: Int, oldest: Int, newest: Int)
}

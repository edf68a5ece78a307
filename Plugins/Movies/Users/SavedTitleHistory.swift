import Trellis

/// The saved titles of each user and their changes, for a watch.
protocol SavedTitleHistory: Sendable {
    /// Returns the revision of the last change of a user's saved titles; 0 when there was none.
    ///
    /// - Throws: An error when the storage fails.
    func savedRevision(of user: MovieUser) async throws -> Int

    /// Returns a page of saved titles, in the order in which they were saved.
    ///
    /// - Parameters:
    ///   - user: The owner of the titles.
    ///   - position: The position after which the page starts; nil for the first page.
    ///   - limit: The maximum number of titles.
    /// - Returns: The page; only the last page has fewer titles than the limit.
    /// - Throws: An error when the storage fails.
    func savedPage(of user: MovieUser, after position: Int?, limit: Int) async throws -> SavedTitleWatch.Page

    /// Returns changes of a user's saved titles, in the order of their revisions.
    ///
    /// - Parameters:
    ///   - user: The owner of the titles.
    ///   - revision: The revision after which the changes start.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes; empty when there are none after the revision.
    /// - Throws: ``UserStoreError/historyUnavailable(since:oldest:newest:)`` when changes after the revision were
    ///   dropped, or when the user has no change with this revision; an error when the storage fails.
    func savedChanges(of user: MovieUser, since revision: Int, limit: Int) async throws -> [SavedTitleChange]

    /// Returns a stream that yields after changes of any user; unread announcements are merged into one.
    func savedAnnouncements() -> AsyncStream<Void>
}

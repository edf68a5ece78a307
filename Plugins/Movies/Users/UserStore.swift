import Foundation
import Trellis

/// A store of saved titles and remembered queries, separate for each user.
///
/// Besides the documented errors, every method throws other errors when the storage fails, such as
/// ``TrellisSQLite/StorageError``.
protocol UserStore: Sendable {
    /// The parts of a backup.
    var backup: [BackupPart] { get }

    /// Saves a title. A title that is already saved keeps its position in the list.
    ///
    /// - Throws: ``UserStoreError`` when the user has saved the maximum number of titles.
    func save(_ title: Title, for user: MovieUser) async throws

    /// Removes a saved title, if it exists.
    ///
    /// - Throws: An error when the storage fails.
    func unsave(_ id: TitleID, for user: MovieUser) async throws

    /// Returns whether a title is saved.
    func isSaved(_ id: TitleID, by user: MovieUser) async throws -> Bool

    /// Returns the saved titles, the latest first.
    func saved(by user: MovieUser) async throws -> [SavedTitle]

    /// Returns the revision of the last change of a user's saved titles; 0 when there was none.
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
    ///   dropped, or when the revision does not exist yet; an error when the storage fails.
    func savedChanges(of user: MovieUser, since revision: Int, limit: Int) async throws -> [SavedTitleChange]

    /// Returns a stream that yields after changes of any user; unread announcements are merged into one.
    func savedAnnouncements() -> AsyncStream<Void>

    /// Remembers a query as the latest one, and removes the oldest queries beyond the limit.
    ///
    /// - Throws: An error when the storage fails.
    func remember(_ query: SearchQuery, for user: MovieUser) async throws

    /// Returns the remembered queries, the latest first.
    ///
    /// - Parameters:
    ///   - user: The owner of the queries.
    ///   - prefix: The prefix of the queries, ignoring case; nil for all.
    /// - Returns: The matching queries, with the times of their last searches.
    /// - Throws: An error when the storage fails.
    func queries(of user: MovieUser, withPrefix prefix: String?) async throws -> [RememberedQuery]

    /// Removes a query, if it exists, or all queries.
    ///
    /// - Parameters:
    ///   - query: The query; nil for all.
    ///   - user: The owner of the query.
    /// - Throws: An error when the storage fails.
    func forget(_ query: SearchQuery?, of user: MovieUser) async throws

    /// Verifies that the store works; cheap enough for a health check.
    ///
    /// - Throws: An error when the storage fails.
    func verify() async throws

    /// Checks all stored data for damage.
    ///
    /// The check may take minutes.
    ///
    /// - Throws: An error when the storage fails.
    func checkIntegrity() async throws
}

/// A query that a user searched for.
struct RememberedQuery: Sendable, Hashable {
    /// The words of the query.
    var text: String

    /// The time of the last search for the query.
    var time: Date
}

/// An error that a user store throws to reject a call.
enum UserStoreError: Error, Sendable, Hashable {
    /// The user has saved the maximum number of titles.
    case tooManySaved(limit: Int)

    /// Changes after a revision were dropped, or the revision does not exist yet.
    case historyUnavailable(since: Int, oldest: Int, newest: Int)
}

extension UserStore {
    /// No parts: the store has no file.
    var backup: [BackupPart] { [] }
}

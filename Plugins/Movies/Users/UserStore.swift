import Foundation

/// A store of saved titles and remembered queries, separate for each user.
///
/// Besides the documented errors, every method throws failures of the storage, such as ``TrellisSQLite/StorageError``.
protocol UserStore: Sendable {
    /// Saves a title; a saved title keeps its position in the list.
    ///
    /// - Throws: ``UserStoreError``.
    func save(_ title: Title, for user: MovieUser) async throws

    /// Removes a saved title; it is not an error if the title is not saved.
    ///
    /// - Throws: ``UserStoreError``.
    func unsave(_ id: TitleID, for user: MovieUser) async throws

    /// Returns whether a title is saved.
    func isSaved(_ id: TitleID, by user: MovieUser) async throws -> Bool

    /// Returns the saved titles, the latest first.
    func saved(by user: MovieUser) async throws -> [SavedTitle]

    /// Remembers a query as the latest one; beyond the limit, the oldest is dropped.
    ///
    /// - Throws: ``UserStoreError``.
    func remember(_ query: SearchQuery, for user: MovieUser) async throws

    /// Returns the remembered queries, the latest first.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - prefix: The prefix of the queries, ignoring case; nil for all.
    /// - Returns: The queries.
    /// - Throws: The failure of the storage.
    func queries(of user: MovieUser, withPrefix prefix: String?) async throws -> [RememberedQuery]

    /// Forgets a query or all of them; it is not an error if the query is not remembered.
    ///
    /// - Parameters:
    ///   - query: The query; nil for all.
    ///   - user: The user.
    /// - Throws: ``UserStoreError``.
    func forget(_ query: SearchQuery?, of user: MovieUser) async throws

    /// Verifies that the store works, with a cheap check for a health check.
    ///
    /// - Throws: The failure of the storage.
    func verify() async throws

    /// Checks all stored data for damage, which may take minutes.
    ///
    /// - Throws: The failure of the storage.
    func checkIntegrity() async throws
}

/// A saved title.
///
/// It is a copy of the title at the time of saving, so that the list does not depend on the source.
struct SavedTitle: Sendable, Hashable {
    /// The title.
    var title: Title

    /// The time at which it was saved.
    var time: Date
}

/// A remembered query.
struct RememberedQuery: Sendable, Hashable {
    /// The query.
    var text: String

    /// The time of the last search for it.
    var time: Date
}

/// A reason for which a user store rejects a change.
enum UserStoreError: Error, Sendable, Hashable {
    /// The user has saved the maximum number of titles.
    case tooManySaved(limit: Int)
}

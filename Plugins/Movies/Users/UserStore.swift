import Foundation

/// What users keep: the titles that they saved, and the queries that they made.
///
/// Users do not see each other's. Every method also throws the failure of the storage, such as ``TrellisSQLite/StorageError``.
protocol UserStore: Sendable {
    /// Saves a title; one that is saved already stays where it is in the list.
    ///
    /// - Throws: ``UserStoreError``.
    func save(_ title: Title, for user: MovieUser) async throws

    /// Takes back that a title was saved. It need not be.
    ///
    /// - Throws: ``UserStoreError``.
    func unsave(_ id: TitleID, for user: MovieUser) async throws

    /// Whether a title is saved.
    func isSaved(_ id: TitleID, by user: MovieUser) async throws -> Bool

    /// The titles that are saved, the latest first.
    func saved(by user: MovieUser) async throws -> [SavedTitle]

    /// Remembers a query, as the latest one; the oldest one too many is forgotten.
    ///
    /// - Throws: ``UserStoreError``.
    func remember(_ query: SearchQuery, for user: MovieUser) async throws

    /// The queries that are remembered, the latest first.
    ///
    /// - Parameters:
    ///   - user: Whose queries.
    ///   - beginning: Only those that begin with this, whatever the case of its letters; nil for all.
    /// - Returns: The queries.
    /// - Throws: What keeps them from being read.
    func queries(of user: MovieUser, beginning: String?) async throws -> [RememberedQuery]

    /// Forgets a query, or all of them. They need not be remembered.
    ///
    /// - Parameters:
    ///   - query: The query; nil for all.
    ///   - user: Whose queries.
    /// - Throws: ``UserStoreError``.
    func forget(_ query: SearchQuery?, of user: MovieUser) async throws

    /// Verifies that the store works as far as can be told cheaply, for a health check.
    ///
    /// - Throws: The failure of the storage.
    func verify() async throws

    /// Checks all that is stored for damage, which may take minutes.
    ///
    /// - Throws: The failure of the storage.
    func checkIntegrity() async throws
}

/// A title that was saved.
///
/// It is kept as it was then, so that the list needs nobody who might be away.
struct SavedTitle: Sendable, Hashable {
    /// The title.
    var title: Title

    /// When it was saved.
    var time: Date
}

/// A query that was made.
struct RememberedQuery: Sendable, Hashable {
    /// The query.
    var text: String

    /// When it was made last.
    var time: Date
}

/// A reason for which a user store rejects a change.
enum UserStoreError: Error, Sendable, Hashable {
    /// The user saved as many titles as may be saved.
    case tooManySaved(limit: Int)
}

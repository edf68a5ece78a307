import Foundation

/// The remembered queries of each user.
protocol QueryStore: Sendable {
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
}

/// A query that a user searched for.
struct RememberedQuery: Sendable, Hashable {
    /// The words of the query.
    var text: String

    /// The time of the last search for the query.
    var time: Date
}

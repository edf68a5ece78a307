/// A suggestion with its number in the session.
struct NumberedSuggestion: Sendable, Hashable {
    /// The number that the user can choose, from 1.
    var number: Int

    /// The earlier query.
    var query: RememberedQuery
}

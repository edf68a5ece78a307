/// The navigation that a search can request.
struct SearchActions: Sendable {
    /// Shows the details of a title.
    var showDetails: @Sendable (TitleID) async throws -> ShownTitle

    /// Shows the earlier queries that begin with a prefix.
    var showSuggestions: @Sendable (_ prefix: String?) async throws -> [NumberedSuggestion]
}

/// The navigation that a list can request.
struct ListActions: Sendable {
    /// Shows the details of a title.
    var showDetails: @Sendable (TitleID) async throws -> ShownTitle
}

/// The operations that ``DetailsModel`` uses.
struct DetailsEnvironment: Sendable {
    /// Loads the details, and whether the user saved the title.
    var show: @Sendable (TitleID) async throws -> ShownTitle
}

extension DetailsEnvironment {
    /// Creates the environment for the user of the session.
    init(titles: ShowTitle, user: MovieUser) {
        self.init { try await titles.details(of: $0, for: user) }
    }
}

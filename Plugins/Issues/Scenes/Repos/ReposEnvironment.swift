import Trellis

/// The environment of the scene repos: it can request a page of repositories.
struct ReposEnvironment: Sendable {
    /// Requests the page of a link; nil for the first page.
    var requestRepositories: @Sendable (_ owner: String?, _ link: PageLink?) async throws -> Response<Page<Repository>>
}

extension ReposEnvironment {
    /// Creates the environment from the service.
    ///
    /// It is valid while the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestRepositories: { try await service().repositories(of: $0, at: $1) })
    }
}

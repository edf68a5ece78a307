import Trellis

/// What the list of repositories may use: to request a page of them.
struct ReposEnvironment: Sendable {
    /// Requests a page; the first, without a link.
    var requestRepositories: @Sendable (_ owner: String?, _ link: PageLink?) async throws -> Answer<Page<Repository>>
}

extension ReposEnvironment {
    /// Cuts the environment from the service.
    ///
    /// It works as long as the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestRepositories: { try await service().repositories(of: $0, at: $1) })
    }
}

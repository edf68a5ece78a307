import Trellis

/// What the list of issues may use: to request a page of them.
struct IssuesEnvironment: Sendable {
    /// Requests a page; the first, without a link.
    var requestPage: @Sendable (_ query: IssueQuery, _ link: PageLink?) async throws -> Answer<Page<Issue>>
}

extension IssuesEnvironment {
    /// Cuts the environment from the service.
    ///
    /// It works as long as the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestPage: { try await service().issues($0, at: $1) })
    }
}

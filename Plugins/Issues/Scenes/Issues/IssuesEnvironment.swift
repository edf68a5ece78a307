import Trellis

/// The environment of the scene issues: it can request a page of issues.
struct IssuesEnvironment: Sendable {
    /// Requests the page of a link; nil for the first page.
    var requestPage: @Sendable (_ query: IssueQuery, _ link: PageLink?) async throws -> Response<Page<Issue>>
}

extension IssuesEnvironment {
    /// Creates the environment from the service.
    ///
    /// It is valid while the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestPage: { try await service().issues($0, at: $1) })
    }
}

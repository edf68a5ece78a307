import Trellis

/// What the page of one issue may use: to request it.
struct IssueEnvironment: Sendable {
    /// Requests an issue.
    var requestIssue: @Sendable (_ number: Int, _ repository: RepositoryName) async throws -> Answer<Issue>
}

extension IssueEnvironment {
    /// Cuts the environment from the service.
    ///
    /// It works as long as the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestIssue: { try await service().issue($0, in: $1) })
    }
}

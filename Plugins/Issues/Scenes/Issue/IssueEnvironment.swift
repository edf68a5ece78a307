import Trellis

/// The environment of the scene `issue`: a function that requests an issue.
struct IssueEnvironment: Sendable {
    /// Requests an issue.
    var requestIssue: @Sendable (_ number: Int, _ repository: RepositoryName) async throws -> Response<Issue>
}

extension IssueEnvironment {
    /// Creates an environment whose operation calls the service.
    ///
    /// The environment is valid while the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestIssue: { try await service().issue($0, in: $1) })
    }
}

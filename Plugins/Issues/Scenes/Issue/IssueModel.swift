/// One issue.
struct IssueModel: Sendable {
    private let request: IssueRequest
    private let environment: IssueEnvironment

    init(request: IssueRequest, environment: IssueEnvironment) {
        self.request = request
        self.environment = environment
    }

    /// The issue.
    ///
    /// - Throws: ``GitHubFailure``, `CancellationError`.
    func issue() async throws -> Answer<Issue> {
        try await environment.requestIssue(request.number, request.repository)
    }
}

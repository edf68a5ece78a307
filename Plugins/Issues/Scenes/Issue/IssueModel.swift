/// The model of a single issue.
struct IssueModel: Sendable {
    private let request: IssueRequest
    private let environment: IssueEnvironment

    init(request: IssueRequest, environment: IssueEnvironment) {
        self.request = request
        self.environment = environment
    }

    /// Requests the issue of the scene's arguments.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func issue() async throws -> Response<Issue> {
        try await environment.requestIssue(request.number, request.repository)
    }
}

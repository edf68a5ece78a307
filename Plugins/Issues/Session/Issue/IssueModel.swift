/// The model of a single issue.
actor IssueModel: PlaceModel {
    nonisolated let actions: PlaceActions

    private let request: IssueRequest
    private let environment: IssueEnvironment
    private var title: String?

    init(request: IssueRequest, environment: IssueEnvironment, actions: PlaceActions) {
        self.request = request
        self.environment = environment
        self.actions = actions
    }

    var entry: NavigationEntry {
        NavigationEntry(kind: .issue, repository: request.repository, number: request.number, title: title)
    }

    /// Requests the issue of the scene's arguments, unless it was just created.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func load() async throws -> Response<Issue> {
        let issue =
            if let created = request.created {
                Response(created)
            } else {
                try await environment.requestIssue(request.number, request.repository)
            }
        title = issue.value.title
        return issue
    }

    /// Adds a comment to the issue.
    ///
    /// - Parameter body: The comment, in Markdown.
    /// - Returns: The comment, as GitHub stored it.
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func comment(_ body: String) async throws -> IssueComment {
        try await environment.comment(body, request.number, request.repository)
    }

    /// Closes or reopens the issue.
    ///
    /// - Parameter change: The change of the state.
    /// - Returns: The issue after the change.
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func change(_ change: IssueStateChange) async throws -> Issue {
        try await environment.changeState(change, request.number, request.repository)
    }
}

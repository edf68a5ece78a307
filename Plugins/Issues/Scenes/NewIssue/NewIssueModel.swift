/// The model of an issue to create.
struct NewIssueModel: Sendable {
    private let draft: IssueDraft
    private let environment: NewIssueEnvironment

    init(draft: IssueDraft, environment: NewIssueEnvironment) {
        self.draft = draft
        self.environment = environment
    }

    /// Creates the issue, and compares its options with the requested ones.
    ///
    /// - Returns: The issue, and the options that GitHub ignored because the account may not set them (docs.github.com,
    ///   "REST API endpoints for issues", "Create an issue").
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func create() async throws -> (issue: Issue, dropped: [IssueOption]) {
        let issue = try await environment.create(draft)
        let dropped = draft.options.filter { option in
            switch option.kind {
            case .label: !issue.labels.contains(option.name)
            case .milestone: issue.milestone != option.name
            case .assignee: !issue.assignees.contains(option.name)
            }
        }
        return (issue, dropped)
    }
}

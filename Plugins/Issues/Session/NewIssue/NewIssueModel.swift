/// The model of an issue to create.
actor NewIssueModel: PlaceModel {
    nonisolated let actions: PlaceActions

    private var draft: IssueDraft
    private let environment: NewIssueEnvironment
    private let newIssueActions: NewIssueActions

    init(
        draft: IssueDraft, environment: NewIssueEnvironment, actions: PlaceActions, newIssueActions: NewIssueActions
    ) {
        self.draft = draft
        self.environment = environment
        self.actions = actions
        self.newIssueActions = newIssueActions
    }

    var entry: NavigationEntry {
        NavigationEntry(
            kind: .newIssue, repository: draft.repository, title: draft.title, options: draft.options)
    }

    /// Rejects the selection, so that a mistyped number does not discard the new issue.
    func select(_ number: Int) async throws -> Response<Issue>? {
        throw SessionFailure.noSuchNumber(number, highest: 0)
    }

    /// Adds options to the issue.
    ///
    /// A milestone replaces the previous one.
    ///
    /// - Parameters:
    ///   - kind: The kind of the options.
    ///   - names: The names, ignoring case.
    /// - Returns: The entry of the new issue.
    /// - Throws: ``OptionFailure`` when the repository has no such option; ``GitHubFailure`` when a request fails;
    ///   `CancellationError` when the task is cancelled.
    func addOptions(_ kind: IssueOption.Kind, _ names: [String]) async throws -> NavigationEntry {
        guard !names.isEmpty else { return entry }
        let options = try await newIssueActions.selectOptions(kind, names, draft.repository)
        if kind == .milestone { draft.options.removeAll { $0.kind == .milestone } }
        draft.options += options.filter { !draft.options.contains($0) }
        return entry
    }

    /// Creates the issue, compares its options with the requested ones, and shows the issue.
    ///
    /// - Parameter request: The title and the body, which replace those of the draft, and further options.
    /// - Returns: The issue, and the options that GitHub ignored because the account may not set them (docs.github.com,
    ///   "REST API endpoints for issues", "Create an issue").
    /// - Throws: ``SessionFailure/noTitle`` when the issue has no title; ``OptionFailure`` when the repository has no
    ///   such option; ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func create(
        adding request: NewIssueRequest = NewIssueRequest()
    ) async throws -> (issue: Issue, dropped: [IssueOption]) {
        draft.title = request.title ?? draft.title
        draft.body = request.body ?? draft.body
        guard draft.title != nil else { throw SessionFailure.noTitle }
        _ = try await addOptions(.label, request.labels)
        _ = try await addOptions(.milestone, request.milestone.map { [$0] } ?? [])
        _ = try await addOptions(.assignee, request.assignees)
        let draft = draft
        let issue = try await environment.create(draft)
        let dropped = draft.options.filter { option in
            switch option.kind {
            case .label: !issue.labels.contains(option.name)
            case .milestone: issue.milestone != option.name
            case .assignee: !issue.assignees.contains(option.name)
            }
        }
        // The issue exists, so a failure to show it does not fail the command.
        try? await newIssueActions.showCreated(issue, draft.repository)
        return (issue, dropped)
    }
}

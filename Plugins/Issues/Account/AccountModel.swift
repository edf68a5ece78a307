import Trellis

/// The operations of one account: the request for its user, and the scenes in its scope.
///
/// The dependencies of these scenes belong to the account's scope, and are closed with the scope.
struct AccountModel: Sendable {
    /// The account that the scope belongs to.
    let account: Account

    /// The scene that lists repositories.
    let repos: Scene<ReposRequest, ReposModel>

    /// The scene that lists issues.
    let issues: Scene<IssueQuery, IssuesModel>

    /// The scene of a single issue.
    let issue: Scene<IssueRequest, IssueModel>

    /// The scene that creates an issue.
    let newIssue: Scene<IssueDraft, NewIssueModel>

    /// The scene that lists and selects labels, milestones and assignees.
    let optionSelect: Scene<OptionSelectRequest, OptionSelectModel>

    private let environment: AccountEnvironment

    init(
        account: Account, environment: AccountEnvironment, repos: Scene<ReposRequest, ReposModel>,
        issues: Scene<IssueQuery, IssuesModel>, issue: Scene<IssueRequest, IssueModel>,
        newIssue: Scene<IssueDraft, NewIssueModel>, optionSelect: Scene<OptionSelectRequest, OptionSelectModel>
    ) {
        self.account = account
        self.environment = environment
        self.repos = repos
        self.issues = issues
        self.issue = issue
        self.newIssue = newIssue
        self.optionSelect = optionSelect
    }

    /// Returns the user to whom the token belongs.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func user() async throws -> Response<User> { try await environment.requestUser() }
}

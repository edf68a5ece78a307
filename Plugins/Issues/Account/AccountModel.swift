import Trellis

/// What can be done as one account: who it is, and the scenes that can be opened in its scope.
///
/// Whatever one of these scenes uses belongs to this account, and ends with it.
struct AccountModel: Sendable {
    /// Whose it is.
    let account: Account

    /// Lists of repositories.
    let repos: Scene<ReposRequest, ReposModel>

    /// Lists of issues.
    let issues: Scene<IssueQuery, IssuesModel>

    /// Single issues.
    let issue: Scene<IssueRequest, IssueModel>

    /// Issues that are about to be opened.
    let newIssue: Scene<IssueDraft, NewIssueModel>

    /// Choices of labels, milestones and assignees.
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

    /// The account that the token belongs to.
    ///
    /// - Throws: ``GitHubFailure``, `CancellationError`.
    func user() async throws -> Answer<User> { try await environment.requestUser() }
}

/// What GitHub can do for one account.
///
/// ``GitHubIssueService`` does it over the network; a test may put something else in its place. Everything that reads
/// may answer from a cache when GitHub is away; the answer says how old it is then.
///
/// What they throw: ``GitHubFailure``, and `CancellationError` when the task is cancelled.
protocol IssueService: Sendable {
    /// The account that is signed in.
    func user() async throws -> Answer<User>

    /// A page of the public repositories of a user or an organization; without an owner, of all that the signed-in
    /// account can see. By name.
    func repositories(of owner: String?, at link: PageLink?) async throws -> Answer<Page<Repository>>

    /// A page of the issues, and the pull requests, that a query asks for. The newest first.
    func issues(_ query: IssueQuery, at link: PageLink?) async throws -> Answer<Page<Issue>>

    /// One issue, or one pull request.
    func issue(_ number: Int, in repository: RepositoryName) async throws -> Answer<Issue>

    /// A page of what can be chosen for the issues of a repository: one kind of it; of milestones, those that are
    /// closed too when `includingClosed` says so.
    func options(
        _ kind: IssueOption.Kind, of repository: RepositoryName, includingClosed: Bool, at link: PageLink?
    ) async throws -> Answer<Page<IssueOption>>

    /// Opens an issue. It is tried once: when nobody knows whether it was opened,
    /// ``GitHubFailure/outcomeUnknown(reason:)`` is thrown.
    func create(_ draft: IssueDraft) async throws -> Issue
}

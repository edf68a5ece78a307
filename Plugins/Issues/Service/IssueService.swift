/// The operations of GitHub's REST API for one account.
///
/// ``GitHubIssueService`` implements them over the network; tests substitute other implementations. A read may return a
/// cached value when GitHub is unavailable; the response has its age then.
///
/// The functions throw ``GitHubFailure``, and `CancellationError` when the task is cancelled.
protocol IssueService: Sendable {
    /// Returns the signed-in account.
    func user() async throws -> Response<User>

    /// Returns a page of the public repositories of a user or an organization, or, without an owner, of all
    /// repositories that the signed-in account can access. They are sorted by name.
    func repositories(of owner: String?, at link: PageLink?) async throws -> Response<Page<Repository>>

    /// Returns a page of the issues and pull requests that match a query, newest first.
    func issues(_ query: IssueQuery, at link: PageLink?) async throws -> Response<Page<Issue>>

    /// Returns an issue or a pull request.
    func issue(_ number: Int, in repository: RepositoryName) async throws -> Response<Issue>

    /// Returns a page of the options of one kind for the issues of a repository. Closed milestones are included if
    /// `includingClosed` is true.
    func options(
        _ kind: IssueOption.Kind, of repository: RepositoryName, includingClosed: Bool, at link: PageLink?
    ) async throws -> Response<Page<IssueOption>>

    /// Creates an issue. The request is not retried: when its outcome is unknown,
    /// ``GitHubFailure/outcomeUnknown(reason:)`` is thrown.
    func create(_ draft: IssueDraft) async throws -> Issue
}

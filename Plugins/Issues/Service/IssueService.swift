/// The operations of GitHub's REST API for one account.
///
/// ``GitHubIssueService`` implements the operations over the network; tests use other implementations. When GitHub is
/// unavailable, an operation that reads may return a cached value with its age.
///
/// The functions throw ``GitHubFailure`` when a request fails, and `CancellationError` when the task is cancelled.
protocol IssueService: Sendable {
    /// Returns the user of the signed-in account.
    func user() async throws -> Response<User>

    /// Returns a page of repositories, sorted by name.
    ///
    /// With an owner, the listing contains the public repositories of that user or organization. Without an owner, it
    /// contains all repositories that the signed-in account can access.
    func repositories(of owner: String?, at link: PageLink?) async throws -> Response<Page<Repository>>

    /// Returns a page of the issues and pull requests that match a query, newest first.
    func issues(_ query: IssueQuery, at link: PageLink?) async throws -> Response<Page<Issue>>

    /// Returns an issue or a pull request.
    func issue(_ number: Int, in repository: RepositoryName) async throws -> Response<Issue>

    /// Returns a page of the options of one kind for the issues of a repository, with closed milestones if
    /// `includingClosed` is true.
    func options(
        _ kind: IssueOption.Kind, of repository: RepositoryName, includingClosed: Bool, at link: PageLink?
    ) async throws -> Response<Page<IssueOption>>

    /// Creates an issue without retries; throws ``GitHubFailure/outcomeUnknown(reason:)`` if the outcome is unknown.
    func create(_ draft: IssueDraft) async throws -> Issue

    /// Adds a comment to an issue without retries; throws ``GitHubFailure/outcomeUnknown(reason:)`` if the outcome is
    /// unknown.
    func comment(_ body: String, on number: Int, in repository: RepositoryName) async throws -> IssueComment

    /// Closes or reopens an issue without retries, and returns the issue after the change; throws
    /// ``GitHubFailure/outcomeUnknown(reason:)`` if the outcome is unknown.
    func change(_ change: IssueStateChange, of number: Int, in repository: RepositoryName) async throws -> Issue
}

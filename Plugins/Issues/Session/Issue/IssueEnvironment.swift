import Trellis

/// The environment of the scene `issue`: functions that request an issue, comment on it, and change its state.
struct IssueEnvironment: Sendable {
    /// Requests an issue.
    var requestIssue: @Sendable (_ number: Int, _ repository: RepositoryName) async throws -> Response<Issue>

    /// Adds a comment to an issue.
    var comment: @Sendable (_ body: String, _ number: Int, _ repository: RepositoryName) async throws -> IssueComment

    /// Closes or reopens an issue.
    var changeState:
        @Sendable (_ change: IssueStateChange, _ number: Int, _ repository: RepositoryName) async throws -> Issue
}

extension IssueEnvironment {
    /// Creates an environment whose operations call the service of an account.
    ///
    /// The environment is valid while the account's scope is open.
    init(account: AccountModel) {
        let service = account.service
        self.init(
            requestIssue: { try await service().issue($0, in: $1) },
            comment: { try await service().comment($0, on: $1, in: $2) },
            changeState: { try await service().change($0, of: $1, in: $2) })
    }
}

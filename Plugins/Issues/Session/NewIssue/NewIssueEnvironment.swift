import Trellis

/// The environment of the scene `newIssue`: a function that creates an issue.
struct NewIssueEnvironment: Sendable {
    /// Creates an issue.
    var create: @Sendable (_ draft: IssueDraft) async throws -> Issue
}

extension NewIssueEnvironment {
    /// Creates an environment whose operation calls the service of an account.
    ///
    /// The environment is valid while the account's scope is open.
    init(account: AccountModel) {
        let service = account.service
        self.init(create: { try await service().create($0) })
    }
}

import Trellis

/// What a new issue may use: to be created.
struct NewIssueEnvironment: Sendable {
    /// Opens an issue.
    var create: @Sendable (_ draft: IssueDraft) async throws -> Issue
}

extension NewIssueEnvironment {
    /// Cuts the environment from the service.
    ///
    /// It works as long as the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(create: { try await service().create($0) })
    }
}

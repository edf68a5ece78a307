import Trellis

/// The environment of the account: functions that request the user of the account, and find issues.
struct AccountEnvironment: Sendable {
    /// Requests the user to whom the token belongs.
    var requestUser: @Sendable () async throws -> Response<User>

    /// Finds issues by a text.
    var find: @Sendable (_ text: String, _ limit: Int) async throws -> [FoundIssue]
}

extension AccountEnvironment {
    /// Creates an environment whose operations call the service and the finder.
    ///
    /// The environment is valid while the account's scope is open.
    init(service: Live<any IssueService>, finder: Live<IssueFinder>) {
        self.init(
            requestUser: { try await service().user() },
            find: { try await finder().issues(matching: $0, limit: $1) })
    }
}

import Trellis

/// The environment of the account: a function that requests the user of the account.
struct AccountEnvironment: Sendable {
    /// Requests the user to whom the token belongs.
    var requestUser: @Sendable () async throws -> Response<User>
}

extension AccountEnvironment {
    /// Creates an environment whose operation calls the service.
    ///
    /// The environment is valid while the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestUser: { try await service().user() })
    }
}

import Trellis

/// The environment of the account: it can request its user.
struct AccountEnvironment: Sendable {
    /// Requests the account that the token belongs to.
    var requestUser: @Sendable () async throws -> Response<User>
}

extension AccountEnvironment {
    /// Creates the environment from the service.
    ///
    /// It is valid while the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestUser: { try await service().user() })
    }
}

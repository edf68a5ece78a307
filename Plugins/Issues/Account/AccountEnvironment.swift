import Trellis

/// What the account itself may use: to ask who it is.
struct AccountEnvironment: Sendable {
    /// Requests the account that the token belongs to.
    var requestUser: @Sendable () async throws -> Answer<User>
}

extension AccountEnvironment {
    /// Cuts the environment from the service.
    ///
    /// It works as long as the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(requestUser: { try await service().user() })
    }
}

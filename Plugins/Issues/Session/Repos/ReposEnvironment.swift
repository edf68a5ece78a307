import Trellis

/// The environment of the scene `repos`: a function that requests a page of repositories.
struct ReposEnvironment: Sendable {
    /// Requests the page of a link, or the first page when the link is nil.
    var requestRepositories: @Sendable (_ owner: String?, _ link: PageLink?) async throws -> Response<Page<Repository>>
}

extension ReposEnvironment {
    /// Creates an environment whose operation calls the service of an account.
    ///
    /// The environment is valid while the account's scope is open.
    init(account: AccountModel) {
        let service = account.service
        self.init(requestRepositories: { try await service().repositories(of: $0, at: $1) })
    }
}

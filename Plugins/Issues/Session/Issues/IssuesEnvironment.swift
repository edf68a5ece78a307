import Trellis

/// The environment of the scene `issues`: a function that requests a page of issues.
struct IssuesEnvironment: Sendable {
    /// Requests the page of a link, or the first page when the link is nil.
    var requestPage: @Sendable (_ query: IssueQuery, _ link: PageLink?) async throws -> Response<Page<Issue>>
}

extension IssuesEnvironment {
    /// Creates an environment whose operation calls the service of an account.
    ///
    /// The environment is valid while the account's scope is open.
    init(account: AccountModel) {
        let service = account.service
        self.init(requestPage: { try await service().issues($0, at: $1) })
    }
}

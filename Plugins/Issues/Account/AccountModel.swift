import Trellis

/// An account whose scope is open: its service, the request for its user, and the search.
///
/// The model contains neither the token nor an object that has the token, except through references that end with the
/// scope.
final class AccountModel: Sendable {
    /// The source of the account that the scope belongs to.
    let source: Account.Source

    /// The service that sends requests as the account, while the account's scope is open.
    let service: Live<any IssueService>

    private let environment: AccountEnvironment

    init(account: Account, service: Live<any IssueService>, environment: AccountEnvironment) {
        source = account.source
        self.service = service
        self.environment = environment
    }

    /// Returns the user to whom the token belongs.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func user() async throws -> Response<User> { try await environment.requestUser() }

    /// Finds issues by a text, the best match first.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func find(_ text: String, limit: Int) async throws -> [FoundIssue] { try await environment.find(text, limit) }
}

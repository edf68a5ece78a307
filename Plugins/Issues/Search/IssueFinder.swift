import TrellisHTTP

/// Searches the issues that involve the signed-in user.
struct IssueFinder: Sendable {
    private struct Results: Decodable {
        var items: ReceivedList<FoundIssue>
    }

    /// GitHub's maximum page size.
    private static let pageSize = 100

    private let account: Account
    private let client: GitHubClient
    private let server: ServerURL

    init(account: Account, client: GitHubClient, server: ServerURL) {
        self.account = account
        self.client = client
        self.server = server
    }

    /// Finds issues by a text, the best match first.
    ///
    /// - Parameters:
    ///   - text: The text, which may contain qualifiers of GitHub's search such as `state:open`.
    ///   - limit: The maximum number of issues; at most 100 are found.
    /// - Returns: The issues; none without a signed-in account, because a search of all of GitHub would send the text of
    ///   the user to GitHub without a useful result.
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func issues(matching text: String, limit: Int) async throws -> [FoundIssue] {
        guard account.token != nil else { return [] }
        let url = server.url(
            ["search", "issues"],
            query: [
                (name: "q", value: "\(text) is:issue involves:@me"),
                (name: "per_page", value: "\(min(limit, Self.pageSize))"),
            ])
        let found = try await client.read(Results.self, at: url, what: "the search").value.value.items
        client.report(found.errors, in: url)
        return found.elements
    }
}

import SearchAPI

/// Finds issues that involve the signed-in user, for the plugin Search.
struct IssueSearch: SearchProvider {
    let account: any CurrentAccount

    func search(_ text: String, limit: Int, found: @escaping @Sendable (SearchHit) -> Void) async throws {
        do {
            let issues = try await account.withAccount { try await $0.find(text, limit: limit) }
            for issue in issues {
                found(
                    SearchHit(
                        title: issue.title, detail: "issue, \(issue.state.rawValue), \(issue.repository)",
                        show: "issues show \(issue.repository) \(issue.number)"))
            }
        } catch let failure as GitHubFailure {
            throw IssueSearchFailure(failure)
        }
    }
}

/// The failure of a search, with a description for the user.
private struct IssueSearchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ failure: GitHubFailure) {
        switch failure {
        case .notSignedIn(let reason), .unusableListing(let reason), .outcomeUnknown(let reason): description = reason
        case .unreachable(let reason, _): description = "GitHub is unavailable: \(reason)"
        case .rateLimited(_, let message): description = "GitHub limits the rate of requests: \(message)"
        case .notFound(let what): description = "GitHub did not find \(what)"
        case .gone(let message), .forbidden(let message), .validationFailed(let message, _):
            description = "GitHub rejected the search: \(message)"
        case .refused(let status, let message):
            description = "GitHub rejected the search with status \(status): \(message)"
        }
    }
}

/// The model of a list of issues.
struct IssuesModel: Sendable {
    private let pagination: Pagination<Issue>

    init(query: IssueQuery, environment: IssuesEnvironment) {
        pagination = Pagination { try await environment.requestPage(query, $0) }
    }

    /// Lists the issues without pull requests, newest first, as their pages arrive.
    ///
    /// An issue that is created meanwhile moves the others, so that the last issue of a page is also the first one of
    /// the next page. It is listed once.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of issues; nil for no limit.
    ///   - body: Receives each issue.
    /// - Throws: ``GitHubFailure``, the error of the body, `CancellationError`.
    func list(limit: Int? = nil, _ body: (Response<Issue>) async throws -> Void) async throws {
        var remaining = limit ?? .max
        guard remaining > 0 else { return }
        var listed: Set<Int> = []
        try await pagination.pages { page in
            for issue in page.value.elements
            where !issue.isPullRequest && !listed.contains(issue.number) && remaining > 0 {
                try await body(Response(issue, age: page.age))
                remaining -= 1
            }
            // GitHub may repeat issues of the previous page; comparing with that page is sufficient, and its size is limited.
            listed = Set(page.value.elements.map(\.number))
            return remaining > 0
        }
    }
}

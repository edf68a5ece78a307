/// The model of a list of issues.
actor IssuesModel: PlaceModel {
    nonisolated let actions: PlaceActions

    private let repository: RepositoryName
    private let pagination: Pagination<Issue>

    init(query: IssueQuery, environment: IssuesEnvironment, actions: PlaceActions) {
        repository = query.repository
        self.actions = actions
        pagination = Pagination { try await environment.requestPage(query, $0) }
    }

    var entry: NavigationEntry { NavigationEntry(kind: .issues, repository: repository) }

    /// Lists the issues newest first, without pull requests, as their pages arrive.
    ///
    /// If an issue is created during the listing, the last issue of a page is also the first one of the next page. Such
    /// an issue is listed only once.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of issues; nil for no limit.
    ///   - body: Receives each issue.
    /// - Throws: ``GitHubFailure`` when a request fails; the error of the body; `CancellationError` when the task is
    ///   cancelled.
    func list(limit: Int? = nil, _ body: @Sendable (Response<Issue>) async throws -> Void) async throws {
        var remaining = limit ?? .max
        guard remaining > 0 else { return }
        var listed: Set<Int> = []
        try await pagination.pages { page in
            for issue in page.value.elements
            where !issue.isPullRequest && !listed.contains(issue.number) && remaining > 0 {
                try await body(Response(issue, age: page.age))
                remaining -= 1
            }
            // An issue can be repeated only on the next page, so it is sufficient to keep the numbers of one page.
            listed = Set(page.value.elements.map(\.number))
            return remaining > 0
        }
    }
}

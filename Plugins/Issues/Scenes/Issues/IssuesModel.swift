/// The list of a repository's issues.
struct IssuesModel: Sendable {
    private let walk: PageWalk<Issue>

    init(query: IssueQuery, environment: IssuesEnvironment) {
        walk = PageWalk { try await environment.requestPage(query, $0) }
    }

    /// Tells the issues, the newest first, as their pages arrive.
    ///
    /// Pull requests are left out.
    ///
    /// An issue that is opened meanwhile moves the others on by one, so that the last of a page is the first of the
    /// next one as well: it is told once.
    ///
    /// - Parameters:
    ///   - limit: How many at most; nil for all.
    ///   - tell: Takes an issue.
    /// - Throws: ``GitHubFailure``, what `tell` throws, `CancellationError`.
    func tell(limit: Int? = nil, _ tell: (Answer<Issue>) async throws -> Void) async throws {
        var rest = limit ?? .max
        guard rest > 0 else { return }
        var told: Set<Int> = []
        try await walk.pages { page in
            for issue in page.value.elements where !issue.isPullRequest && !told.contains(issue.number) && rest > 0 {
                try await tell(Answer(issue, age: page.age))
                rest -= 1
            }
            // The page before is enough to know, and it does not grow with the list.
            told = Set(page.value.elements.map(\.number))
            return rest > 0
        }
    }
}

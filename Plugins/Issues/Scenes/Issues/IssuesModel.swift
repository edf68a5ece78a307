/// The list of a repository's issues.
struct IssuesModel: Sendable {
    private let query: IssueQuery
    private let environment: IssuesEnvironment

    init(query: IssueQuery, environment: IssuesEnvironment) {
        self.query = query
        self.environment = environment
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
        var link: PageLink?
        var told: Set<Int> = []
        while rest > 0 {
            let page = try await environment.requestPage(query, link)
            for issue in page.value.elements where !issue.isPullRequest && !told.contains(issue.number) && rest > 0 {
                try await tell(Answer(issue, age: page.age))
                rest -= 1
            }
            // The page before is enough to know, and it does not grow with the list.
            told = Set(page.value.elements.map(\.number))
            guard let next = page.value.next else { return }
            link = next
        }
    }
}

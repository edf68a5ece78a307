/// The navigation that the model of a place can request.
struct PlaceActions: Sendable {
    /// Shows the issues of a repository, and sends each issue.
    var showIssues:
        @Sendable (
            _ filter: IssueFilter, _ repository: RepositoryName, _ limit: Int?,
            _ send: @escaping @Sendable (Response<Issue>) async throws -> Void
        ) async throws -> Void

    /// Shows an issue of a repository.
    var showIssue: @Sendable (_ number: Int, _ repository: RepositoryName) async throws -> Response<Issue>

    /// Begins a new issue.
    var newIssue: @Sendable (_ draft: IssueDraft) async throws -> NavigationEntry
}

/// The navigation that a new issue can request.
struct NewIssueActions: Sendable {
    /// Selects options of a repository by their names.
    var selectOptions:
        @Sendable (_ kind: IssueOption.Kind, _ names: [String], _ repository: RepositoryName) async throws
            -> [IssueOption]

    /// Shows the created issue in place of the new one.
    var showCreated: @Sendable (_ issue: Issue, _ repository: RepositoryName) async throws -> Void
}

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

    /// Lists the options of a repository, and sends each option.
    var listOptions:
        @Sendable (
            _ kinds: [IssueOption.Kind], _ repository: RepositoryName,
            _ send: @escaping @Sendable (Response<IssueOption>) async throws -> Void
        ) async throws -> Void

    /// Comments on an issue of a repository, which is not shown.
    var comment: @Sendable (_ body: String, _ number: Int, _ repository: RepositoryName) async throws -> IssueComment

    /// Closes or reopens an issue of a repository, which is not shown.
    var changeState:
        @Sendable (_ change: IssueStateChange, _ number: Int, _ repository: RepositoryName) async throws -> Issue
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

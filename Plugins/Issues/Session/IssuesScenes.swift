import Trellis

/// The scenes that a session can open for an account.
struct IssuesScenes: Sendable {
    /// A list of repositories.
    let repos: Scene<ReposRequest, ReposModel>

    /// A list of issues.
    let issues: Scene<IssueQuery, IssuesModel>

    /// A single issue.
    let issue: Scene<IssueRequest, IssueModel>

    /// An issue to create.
    let newIssue: Scene<IssueDraft, NewIssueModel>

    /// The labels, milestones or assignees of a repository, to list or to select.
    let optionSelect: Scene<OptionSelectRequest, OptionSelectModel>
}

extension IssuesScenes {
    /// Resolves a reference: a full name is returned, and a name without an owner is selected with the scene `repos`.
    func select(_ reference: RepositoryReference) async throws -> RepositoryName {
        switch reference {
        case .named(let repository): repository
        case .own(let name): try await repos.open(ReposRequest()) { try await $0.select(named: name) }
        }
    }

    /// Selects options by their names, with the scene `optionSelect`.
    func select(
        _ kind: IssueOption.Kind, _ names: [String], of repository: RepositoryName, includingClosed: Bool
    ) async throws -> [IssueOption] {
        guard !names.isEmpty else { return [] }
        let request = OptionSelectRequest(kind: kind, repository: repository, includingClosed: includingClosed)
        return try await optionSelect.open(request) { try await $0.select(names) }
    }
}

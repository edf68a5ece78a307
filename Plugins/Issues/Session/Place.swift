/// An open scene in the navigation stack.
struct Place: Sendable {
    /// The kind of the scene.
    let kind: NavigationEntry.Kind

    /// The repository of the scene; nil for a list of repositories.
    let repository: RepositoryName?

    /// The model of the scene.
    let model: any PlaceModel

    /// Whether the place remains below a new one of this kind and repository.
    func isBelow(_ kind: NavigationEntry.Kind, of repository: RepositoryName?) -> Bool {
        self.kind.isBelow(kind) && (self.repository == nil || self.repository == repository)
    }
}

/// The model of a place: its contents and its operations, without references to other scenes.
protocol PlaceModel: Actor {
    /// The current navigation entry.
    var entry: NavigationEntry { get }

    /// The navigation that the model can request.
    nonisolated var actions: PlaceActions { get }

    /// Selects the element with a number.
    ///
    /// - Returns: The issue that is then shown; nil when the selection shows no other scene.
    func select(_ number: Int) async throws -> Response<Issue>?
}

extension PlaceModel {
    /// Returns the repository of the place, or the repository that is selected in it.
    ///
    /// - Throws: ``SessionFailure/noRepository`` when no repository is selected.
    func repository() throws(SessionFailure) -> RepositoryName {
        guard let repository = entry.repository else { throw .noRepository }
        return repository
    }

    /// Shows the issues of the place's repository.
    func showIssues(
        _ filter: IssueFilter, limit: Int?, _ send: @escaping @Sendable (Response<Issue>) async throws -> Void
    ) async throws {
        try await actions.showIssues(filter, repository(), limit, send)
    }

    /// Shows an issue of the place's repository.
    func showIssue(_ number: Int) async throws -> Response<Issue> {
        try await actions.showIssue(number, repository())
    }

    /// Begins a new issue in the place's repository.
    func newIssue(title: String?, body: String?) async throws -> NavigationEntry {
        try await actions.newIssue(IssueDraft(repository: repository(), title: title, body: body))
    }

    /// Lists the options of the place's repository.
    func listOptions(
        _ kinds: [IssueOption.Kind], _ send: @escaping @Sendable (Response<IssueOption>) async throws -> Void
    ) async throws {
        try await actions.listOptions(kinds, repository(), send)
    }

    /// Comments on an issue of the place's repository.
    func comment(_ body: String, on number: Int) async throws -> IssueComment {
        try await actions.comment(body, number, repository())
    }

    /// Closes or reopens an issue of the place's repository.
    func change(_ change: IssueStateChange, of number: Int) async throws -> Issue {
        try await actions.changeState(change, number, repository())
    }

    /// The default implementation: shows the issue with the number.
    func select(_ number: Int) async throws -> Response<Issue>? { try await showIssue(number) }
}

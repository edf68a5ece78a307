import Trellis

/// Opens the scenes of a session, and keeps the open ones in the navigation stack.
///
/// The coordinator connects the scenes: the selection in one scene becomes an argument of the next scene. The models do
/// not reference each other; they call the coordinator through their actions.
final class IssuesCoordinator: Sendable {
    private let current: any CurrentAccount
    private let logins: Scene<Void, LoginModel>
    private let account: SessionAccount
    private let stack: NavigationStack<Place>

    init(
        current: any CurrentAccount, logins: Scene<Void, LoginModel>, account: SessionAccount,
        stack: NavigationStack<Place>
    ) {
        self.current = current
        self.logins = logins
        self.account = account
        self.stack = stack
    }

    /// Signs in with the scene `login`, and requests the user of the account.
    ///
    /// - Parameter send: Receives the events of the sign-in.
    /// - Returns: The user of the account; nil when GitHub does not return the user.
    /// - Throws: ``LoginFailure`` when the sign-in fails; ``GitHubFailure/unreachable(reason:since:)`` when GitHub is
    ///   unavailable; the error of `send`; `CancellationError` when the task is cancelled.
    func login(_ send: @Sendable (LoginModel.Event) async throws -> Void) async throws -> User? {
        try await logins.open { login in try await login.signIn(send) }
        // GitHub recommends this request after every sign-in (docs.github.com, "Authorizing OAuth apps"). If the
        // request fails, the account remains signed in.
        return try? await user().user.value
    }

    /// Signs out with the scene `login`.
    ///
    /// - Throws: ``LoginFailure/tokenIsCredential(_:)`` when the token is a credential;
    ///   ``GitHubFailure/notSignedIn(reason:)`` when no account is signed in; ``TokenStore/Failure`` when the token
    ///   cannot be removed.
    func logout() async throws {
        try await logins.open { login in try await login.signOut() }
    }

    /// Requests the user of the current account.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func user() async throws -> (user: Response<User>, source: Account.Source) {
        try await current.user()
    }

    /// Shows repositories.
    ///
    /// The list replaces the navigation stack.
    ///
    /// - Parameters:
    ///   - owner: The user or organization; nil for all repositories that the account can access.
    ///   - limit: The maximum number of repositories; nil for no limit.
    ///   - send: Receives each repository with its number in the list.
    /// - Throws: ``GitHubFailure`` when a request fails; the error of `send`; `CancellationError` when the task is
    ///   cancelled.
    func showRepositories(
        of owner: String?, limit: Int?,
        _ send: @escaping @Sendable (_ number: Int, Response<Repository>) async throws -> Void
    ) async throws {
        try await account.withScenes { scenes in
            try await self.push(scenes.repos, ReposRequest(owner: owner), .repos, of: nil) {
                try await $0.list(limit: limit, send)
            }
        }
    }

    /// Shows issues, after selecting the repository and the milestone, if necessary.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; ``OptionFailure`` when the repository has no such option; the
    ///   error of `send`; `CancellationError` when the task is cancelled.
    func showIssues(
        _ filter: IssueFilter, of reference: RepositoryReference, limit: Int?,
        _ send: @escaping @Sendable (Response<Issue>) async throws -> Void
    ) async throws {
        try await account.withScenes { scenes in
            let repository = try await scenes.select(reference)
            var query = IssueQuery(
                repository: repository, state: filter.state, labels: filter.labels, assignee: filter.assignee)
            switch filter.milestone {
            case nil: break
            case "none": query.milestone = IssueQuery.Milestone.none
            case "*": query.milestone = .any
            case let title?:
                let milestones = try await scenes.select(.milestone, [title], of: repository, includingClosed: true)
                query.milestone = milestones.first?.number.map { .number($0) }
            }
            try await self.push(scenes.issues, query, .issues, of: repository) { try await $0.list(limit: limit, send) }
        }
    }

    /// Shows an issue, after selecting the repository, if necessary.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func showIssue(_ number: Int, in reference: RepositoryReference) async throws -> Response<Issue> {
        try await account.withScenes { scenes in
            let repository = try await scenes.select(reference)
            let request = IssueRequest(repository: repository, number: number)
            return try await self.push(scenes.issue, request, .issue, of: repository) { try await $0.load() }
        }
    }

    /// Shows an issue that was created, without a request.
    func showCreated(_ issue: Issue, in repository: RepositoryName) async throws {
        try await account.withScenes { scenes in
            let request = IssueRequest(repository: repository, number: issue.number, created: issue)
            _ = try await self.push(scenes.issue, request, .issue, of: repository) { try await $0.load() }
        }
    }

    /// Calls a function with the model of an issue that is not shown.
    ///
    /// - Throws: ``GitHubFailure`` when the repository cannot be selected; the error of the function.
    func withIssue<Result: Sendable>(
        _ number: Int, in reference: RepositoryReference,
        _ body: @escaping @Sendable (IssueModel) async throws -> Result
    ) async throws -> Result {
        try await account.withScenes { scenes in
            let request = IssueRequest(repository: try await scenes.select(reference), number: number)
            return try await scenes.issue.open(request) { try await body($0) }
        }
    }

    /// Begins a new issue, after selecting the repository, if necessary.
    ///
    /// - Throws: ``GitHubFailure`` when the repository cannot be selected; `CancellationError` when the task is
    ///   cancelled.
    func beginIssue(title: String?, body: String?, in reference: RepositoryReference) async throws -> NavigationEntry {
        let repository = try await account.withScenes { try await $0.select(reference) }
        return try await beginIssue(IssueDraft(repository: repository, title: title, body: body))
    }

    /// Begins a new issue.
    func beginIssue(_ draft: IssueDraft) async throws -> NavigationEntry {
        try await account.withScenes { scenes in
            try await self.push(scenes.newIssue, draft, .newIssue, of: draft.repository) { await $0.entry }
        }
    }

    /// Creates an issue, after selecting the repository, if necessary, and the options.
    ///
    /// The issue is then shown.
    ///
    /// - Returns: The issue, and the options that GitHub dropped.
    /// - Throws: ``GitHubFailure`` when a request fails; ``OptionFailure`` when the repository has no such option;
    ///   `CancellationError` when the task is cancelled.
    func create(
        _ request: NewIssueRequest, in reference: RepositoryReference
    ) async throws -> (issue: Issue, dropped: [IssueOption]) {
        try await account.withScenes { scenes in
            let draft = IssueDraft(repository: try await scenes.select(reference))
            return try await scenes.newIssue.open(draft) { try await $0.create(adding: request) }
        }
    }

    /// Selects options by their names, with the scene `optionSelect`.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; ``OptionFailure`` when the repository has no such option;
    ///   `CancellationError` when the task is cancelled.
    func selectOptions(
        _ kind: IssueOption.Kind, _ names: [String], of repository: RepositoryName
    ) async throws -> [IssueOption] {
        try await account.withScenes { try await $0.select(kind, names, of: repository, includingClosed: false) }
    }

    /// Lists the options of each kind with the scene `optionSelect`, after selecting the repository, if necessary.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; the error of `send`; `CancellationError` when the task is
    ///   cancelled.
    func options(
        _ kinds: [IssueOption.Kind], of reference: RepositoryReference,
        _ send: @escaping @Sendable (Response<IssueOption>) async throws -> Void
    ) async throws {
        try await account.withScenes { scenes in
            let repository = try await scenes.select(reference)
            for kind in kinds {
                try await scenes.optionSelect.open(OptionSelectRequest(kind: kind, repository: repository)) {
                    options in
                    try await options.list(send)
                }
            }
        }
    }

    private func push<Arguments, Model: PlaceModel, Contents: Sendable>(
        _ scene: Scene<Arguments, Model>, _ arguments: Arguments, _ kind: NavigationEntry.Kind,
        of repository: RepositoryName?, _ load: @Sendable (Model) async throws -> Contents
    ) async throws -> Contents {
        try await stack.push(
            scene, arguments, keeping: { $0.isBelow(kind, of: repository) },
            as: { Place(kind: kind, repository: repository, model: $0) }, load: load)
    }
}

import Trellis

/// Connects the scenes: the selection in one scene becomes an argument of the next scene.
///
/// The models do not reference each other. All scenes of a command are opened in the scope of the account that is
/// current when the command starts.
struct IssuesCoordinator: Sendable {
    private let accounts: AccountManager
    private let logins: Scene<Void, LoginModel>

    init(accounts: AccountManager, logins: Scene<Void, LoginModel>) {
        self.accounts = accounts
        self.logins = logins
    }

    /// Signs in with the scene `login`, and requests the user of the account.
    ///
    /// - Parameter send: Receives the events of the sign-in.
    /// - Returns: The user of the account; nil when GitHub does not return the user.
    /// - Throws: ``LoginFailure`` when the sign-in fails; ``GitHubFailure/unreachable(reason:since:)`` when GitHub is
    ///   unavailable; the error of `send`; `CancellationError` when the task is cancelled.
    func login(_ send: @Sendable (LoginModel.Event) async throws -> Void) async throws -> User? {
        if let credential = accounts.credential { throw LoginFailure.tokenIsCredential(credential) }
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
    func user() async throws -> (user: Response<User>, account: Account) {
        try await accounts.withAccount { account in
            let user = try await account.user()
            await accounts.reportUser(user.value, of: account.account)
            return (user, account.account)
        }
    }

    /// Lists repositories with the scene `repos`.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; the error of `send`; `CancellationError` when the task is
    ///   cancelled.
    func repositories(
        of owner: String?, limit: Int?, _ send: @Sendable (Response<Repository>) async throws -> Void
    ) async throws {
        try await accounts.withAccount { account in
            try await account.repos.open(ReposRequest(owner: owner)) { repos in
                try await repos.list(limit: limit, send)
            }
        }
    }

    /// Lists issues with the scene `issues`, after selecting the repository and the milestone, if necessary.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; ``OptionFailure`` when the repository has no such option; the
    ///   error of `send`; `CancellationError` when the task is cancelled.
    func issues(
        _ filter: IssueFilter, limit: Int?, _ send: @Sendable (Response<Issue>) async throws -> Void
    ) async throws {
        try await accounts.withAccount { account in
            let repository = try await account.select(filter.repository)
            var query = IssueQuery(
                repository: repository, state: filter.state, labels: filter.labels, assignee: filter.assignee)
            switch filter.milestone {
            case nil: break
            case "none": query.milestone = IssueQuery.Milestone.none
            case "*": query.milestone = .any
            case let title?:
                let milestones = try await account.select(.milestone, [title], of: repository, includingClosed: true)
                query.milestone = milestones.first?.number.map { .number($0) }
            }
            try await account.issues.open(query) { issues in try await issues.list(limit: limit, send) }
        }
    }

    /// Requests an issue with the scene `issue`, after selecting the repository, if necessary.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func issue(_ number: Int, in reference: RepositoryReference) async throws -> Response<Issue> {
        try await accounts.withAccount { account in
            let repository = try await account.select(reference)
            return try await account.issue.open(IssueRequest(repository: repository, number: number)) { issue in
                try await issue.issue()
            }
        }
    }

    /// Creates an issue with the scene `newIssue`, after selecting the repository, if necessary, and the options.
    ///
    /// - Returns: The issue, and the options that GitHub dropped.
    /// - Throws: ``GitHubFailure`` when a request fails; ``OptionFailure`` when the repository has no such option;
    ///   `CancellationError` when the task is cancelled.
    func create(_ request: NewIssueRequest) async throws -> (issue: Issue, dropped: [IssueOption]) {
        try await accounts.withAccount { account in
            let repository = try await account.select(request.repository)
            var draft = IssueDraft(repository: repository, title: request.title, body: request.body)
            for (kind, names) in [
                (IssueOption.Kind.label, request.labels), (.milestone, request.milestone.map { [$0] } ?? []),
                (.assignee, request.assignees),
            ] {
                draft.options += try await account.select(kind, names, of: repository, includingClosed: false)
            }
            return try await account.newIssue.open(draft) { newIssue in try await newIssue.create() }
        }
    }

    /// Lists the options of each kind with the scene `optionSelect`, after selecting the repository, if necessary.
    ///
    /// - Throws: ``GitHubFailure`` when a request fails; the error of `send`; `CancellationError` when the task is
    ///   cancelled.
    func options(
        _ kinds: [IssueOption.Kind], of reference: RepositoryReference,
        _ send: @Sendable (Response<IssueOption>) async throws -> Void
    ) async throws {
        try await accounts.withAccount { account in
            let repository = try await account.select(reference)
            for kind in kinds {
                try await account.optionSelect.open(OptionSelectRequest(kind: kind, repository: repository)) {
                    options in
                    try await options.list(send)
                }
            }
        }
    }
}

extension AccountModel {
    /// Resolves a reference: a full name is returned, and a name without an owner is selected with the scene `repos`.
    fileprivate func select(_ reference: RepositoryReference) async throws -> RepositoryName {
        switch reference {
        case .named(let repository): repository
        case .own(let name): try await repos.open(ReposRequest()) { try await $0.select(named: name) }
        }
    }

    /// Selects options by their names, with the scene `optionSelect`.
    fileprivate func select(
        _ kind: IssueOption.Kind, _ names: [String], of repository: RepositoryName, includingClosed: Bool
    ) async throws -> [IssueOption] {
        guard !names.isEmpty else { return [] }
        let request = OptionSelectRequest(kind: kind, repository: repository, includingClosed: includingClosed)
        return try await optionSelect.open(request) { try await $0.select(names) }
    }
}

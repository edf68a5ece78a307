import Trellis

/// Moves between the scenes: what is selected in one becomes the arguments of the next.
///
/// The models know nothing of each other.
///
/// Every scene of a command is opened in the scope of the account that was current when the command came.
struct IssuesCoordinator: Sendable {
    private let accounts: AccountSwitch
    private let logins: Scene<Void, LoginModel>

    init(accounts: AccountSwitch, logins: Scene<Void, LoginModel>) {
        self.accounts = accounts
        self.logins = logins
    }

    /// Login, and then the account that it led to.
    ///
    /// - Parameter tell: Takes what there is to tell meanwhile.
    /// - Returns: Who is signed in; nil when GitHub can't be asked for that now.
    /// - Throws: ``LoginFailure``, ``GitHubFailure/unreachable(reason:since:)``, what `tell` throws,
    ///   `CancellationError`.
    func login(_ tell: @Sendable (LoginModel.Event) async throws -> Void) async throws -> User? {
        if let credential = accounts.credential { throw LoginFailure.tokenIsCredential(credential) }
        try await logins.open { login in try await login.signIn(tell) }
        // GitHub asks for this after every sign-in (docs.github.com, "Authorizing OAuth apps"). The sign-in holds
        // without it.
        return try? await user().user.value
    }

    /// Logout.
    ///
    /// - Throws: ``LoginFailure``, ``GitHubFailure``, ``TokenStore/Failure``.
    func logout() async throws {
        try await logins.open { login in try await login.signOut() }
    }

    /// The account.
    ///
    /// - Throws: ``GitHubFailure``, `CancellationError`.
    func user() async throws -> (user: Answer<User>, account: Account) {
        try await accounts.withAccount { account in
            let user = try await account.user()
            await accounts.noteUser(user.value, of: account.account)
            return (user, account.account)
        }
    }

    /// Repos.
    ///
    /// - Throws: ``GitHubFailure``, what `tell` throws, `CancellationError`.
    func repositories(
        of owner: String?, limit: Int?, _ tell: @Sendable (Answer<Repository>) async throws -> Void
    ) async throws {
        try await accounts.withAccount { account in
            try await account.repos.open(ReposRequest(owner: owner)) { repos in
                try await repos.tell(limit: limit, tell)
            }
        }
    }

    /// Repos, where there is a repository to select; optionSelect, where there is a milestone to select; then issues.
    ///
    /// - Throws: ``GitHubFailure``, ``OptionFailure``, what `tell` throws, `CancellationError`.
    func issues(
        _ selection: IssueSelection, limit: Int?, _ tell: @Sendable (Answer<Issue>) async throws -> Void
    ) async throws {
        try await accounts.withAccount { account in
            let repository = try await account.select(selection.repository)
            var query = IssueQuery(
                repository: repository, state: selection.state, labels: selection.labels, assignee: selection.assignee)
            switch selection.milestone {
            case nil: break
            case "none": query.milestone = IssueQuery.Milestone.none
            case "*": query.milestone = .any
            case let title?:
                let milestones = try await account.select(.milestone, [title], of: repository, includingClosed: true)
                query.milestone = milestones.first?.number.map { .number($0) }
            }
            try await account.issues.open(query) { issues in try await issues.tell(limit: limit, tell) }
        }
    }

    /// Repos, where there is a repository to select; then issue.
    ///
    /// - Throws: ``GitHubFailure``, `CancellationError`.
    func issue(_ number: Int, in selection: RepositorySelection) async throws -> Answer<Issue> {
        try await accounts.withAccount { account in
            let repository = try await account.select(selection)
            return try await account.issue.open(IssueRequest(repository: repository, number: number)) { issue in
                try await issue.issue()
            }
        }
    }

    /// Repos, where there is a repository to select; optionSelect for each kind of what was chosen; then newIssue.
    ///
    /// - Returns: The issue, and what was chosen for it and is not on it.
    /// - Throws: ``GitHubFailure``, ``OptionFailure``, `CancellationError`.
    func create(_ choice: IssueChoice) async throws -> (issue: Issue, dropped: [IssueOption]) {
        try await accounts.withAccount { account in
            let repository = try await account.select(choice.repository)
            var draft = IssueDraft(repository: repository, title: choice.title, body: choice.body)
            for (kind, names) in [
                (IssueOption.Kind.label, choice.labels), (.milestone, choice.milestone.map { [$0] } ?? []),
                (.assignee, choice.assignees),
            ] {
                draft.options += try await account.select(kind, names, of: repository, includingClosed: false)
            }
            return try await account.newIssue.open(draft) { newIssue in try await newIssue.create() }
        }
    }

    /// Repos, where there is a repository to select; then optionSelect for each kind.
    ///
    /// - Throws: ``GitHubFailure``, what `tell` throws, `CancellationError`.
    func options(
        _ kinds: [IssueOption.Kind], of selection: RepositorySelection,
        _ tell: @Sendable (Answer<IssueOption>) async throws -> Void
    ) async throws {
        try await accounts.withAccount { account in
            let repository = try await account.select(selection)
            for kind in kinds {
                try await account.optionSelect.open(OptionSelectRequest(kind: kind, repository: repository)) {
                    options in
                    try await options.tell(tell)
                }
            }
        }
    }
}

extension AccountModel {
    /// The repository that was selected: by its whole name, or by its name alone among those of the scene repos.
    fileprivate func select(_ selection: RepositorySelection) async throws -> RepositoryName {
        switch selection {
        case .named(let repository): repository
        case .own(let name): try await repos.open(ReposRequest()) { try await $0.select(named: name) }
        }
    }

    /// The options that were selected by their names.
    fileprivate func select(
        _ kind: IssueOption.Kind, _ names: [String], of repository: RepositoryName, includingClosed: Bool
    ) async throws -> [IssueOption] {
        guard !names.isEmpty else { return [] }
        let request = OptionSelectRequest(kind: kind, repository: repository, includingClosed: includingClosed)
        return try await optionSelect.open(request) { try await $0.select(names) }
    }
}

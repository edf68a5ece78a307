import Trellis

extension IssuesContract.LoginReply {
    /// What a sign-in tells, as the contract has it.
    init(_ event: LoginModel.Event) {
        self.init(step: .waiting, code: nil, url: nil, expires: nil, reason: nil, user: nil)
        switch event {
        case .code(let deviceCode):
            step = .code
            code = deviceCode.userCode
            url = deviceCode.verificationURL
            expires = deviceCode.expires.rfc3339
        case .waiting(let reason):
            self.reason = reason
        }
    }

    /// The end of a sign-in.
    static func done(_ user: User?) -> Self {
        Self(
            step: .done, code: nil, url: nil, expires: nil, reason: nil, user: user.map(IssuesContract.User.init))
    }
}

extension IssuesContract.User {
    /// The account as the contract has it.
    init(_ user: User) {
        self.init(login: user.login, name: user.name, url: user.url)
    }
}

extension IssuesContract.WhoAmIReply {
    /// The answer as the contract has it.
    init(_ user: Answer<User>, of account: Account) {
        let source: IssuesContract.TokenSource =
            if case .signedIn(_, .credential) = account { .credential } else { .file }
        self.init(user: .init(user.value), source: source, age: user.age)
    }
}

extension IssuesContract.ReposReply {
    /// The answer as the contract has it.
    init(_ repository: Answer<Repository>) {
        let value = repository.value
        self.init(
            repository: .init(
                name: value.name, description: value.description, private: value.isPrivate,
                archived: value.isArchived ?? false, open: value.openCount, url: value.url),
            age: repository.age)
    }
}

extension IssuesContract.Issue {
    /// The issue as the contract has it.
    init(_ issue: Issue) {
        self.init(
            number: issue.number, title: issue.title, state: issue.state == .open ? .open : .closed,
            labels: issue.labels,
            milestone: issue.milestone, assignees: issue.assignees, author: issue.author, comments: issue.comments,
            created: issue.created, updated: issue.updated, closed: issue.closed, pull: issue.isPullRequest,
            url: issue.url)
    }
}

extension IssuesContract.IssuesReply {
    /// The answer as the contract has it.
    init(_ issue: Answer<Issue>) {
        self.init(issue: .init(issue.value), age: issue.age)
    }
}

extension IssuesContract.ShowReply {
    /// The answer as the contract has it.
    init(_ issue: Answer<Issue>) {
        self.init(issue: .init(issue.value), body: issue.value.body, age: issue.age)
    }
}

extension IssuesContract.Option {
    /// The option as the contract has it.
    init(_ option: IssueOption) {
        self.init(kind: .init(option.kind), name: option.name, description: option.description)
    }
}

extension IssuesContract.OptionsReply {
    /// The answer as the contract has it.
    init(_ option: Answer<IssueOption>) {
        self.init(option: .init(option.value), age: option.age)
    }
}

extension IssuesContract.OptionKind {
    /// The kind as the contract has it.
    init(_ kind: IssueOption.Kind) {
        switch kind {
        case .label: self = .label
        case .milestone: self = .milestone
        case .assignee: self = .assignee
        }
    }
}

extension IssueOption.Kind {
    /// The kind that a client means.
    init(_ kind: IssuesContract.OptionKind) {
        switch kind {
        case .label: self = .label
        case .milestone: self = .milestone
        case .assignee: self = .assignee
        }
    }
}

extension IssueQuery.State {
    /// The condition that a client means.
    init(_ state: IssuesContract.StateFilter) {
        switch state {
        case .open: self = .open
        case .closed: self = .closed
        case .all: self = .all
        }
    }
}

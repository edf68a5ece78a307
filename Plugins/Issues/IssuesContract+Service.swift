import Trellis

extension IssuesContract.LoginReply {
    /// Converts an event of a sign-in.
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

    /// Returns the final reply of a sign-in.
    static func done(_ user: User?) -> Self {
        Self(
            step: .done, code: nil, url: nil, expires: nil, reason: nil, user: user.map(IssuesContract.User.init))
    }
}

extension IssuesContract.User {
    /// Converts the user of an account.
    init(_ user: User) {
        self.init(login: user.login, name: user.name, url: user.url)
    }
}

extension IssuesContract.WhoAmIReply {
    /// Converts the response to a request for the user of an account.
    init(_ user: Response<User>, from source: Account.Source) {
        let source: IssuesContract.TokenSource =
            switch source {
            case .credential: .credential
            case .sample: .sample
            case .file, .anonymous: .file
            }
        self.init(user: .init(user.value), source: source, age: user.age)
    }
}

extension IssuesContract.ReposReply {
    /// Converts one repository of a listing.
    init(_ number: Int, _ repository: Response<Repository>) {
        let value = repository.value
        self.init(
            number: number,
            repository: .init(
                name: value.name, description: value.description, private: value.isPrivate,
                archived: value.isArchived ?? false, open: value.openCount, url: value.url),
            age: repository.age)
    }
}

extension IssuesContract.Issue {
    /// Converts an issue, without its body.
    init(_ issue: Issue) {
        self.init(
            number: issue.number, title: issue.title, state: issue.state == .open ? .open : .closed,
            labels: issue.labels,
            milestone: issue.milestone, assignees: issue.assignees, author: issue.author, comments: issue.comments,
            created: issue.created, updated: issue.updated, closed: issue.closed, pull: issue.isPullRequest,
            url: issue.url)
    }
}

extension IssuesContract.NavigationEntry {
    /// Converts an entry of the navigation stack.
    init(_ entry: NavigationEntry) {
        let scene: IssuesContract.SceneKind =
            switch entry.kind {
            case .repos: .repos
            case .issues: .issues
            case .issue: .issue
            case .newIssue: .newIssue
            }
        self.init(
            scene: scene, repository: entry.repository?.description, number: entry.number, title: entry.title,
            options: entry.options.map { .init($0) })
    }
}

extension IssuesContract.IssuesReply {
    /// Converts one issue of a listing.
    init(_ issue: Response<Issue>) {
        self.init(issue: .init(issue.value), age: issue.age)
    }
}

extension IssuesContract.ShowReply {
    /// Converts an issue with its body.
    init(_ issue: Response<Issue>) {
        self.init(issue: .init(issue.value), body: issue.value.body, age: issue.age)
    }
}

extension IssuesContract.IssueOption {
    /// Converts a label, a milestone or an assignee.
    init(_ option: IssueOption) {
        self.init(kind: .init(option.kind), name: option.name, description: option.description)
    }
}

extension IssuesContract.OptionsReply {
    /// Converts one option of a listing.
    init(_ option: Response<IssueOption>) {
        self.init(option: .init(option.value), age: option.age)
    }
}

extension IssuesContract.OptionKind {
    /// Converts the kind of an option.
    init(_ kind: IssueOption.Kind) {
        switch kind {
        case .label: self = .label
        case .milestone: self = .milestone
        case .assignee: self = .assignee
        }
    }
}

extension IssueOption.Kind {
    /// Converts the kind of an option in the arguments of a call.
    init(_ kind: IssuesContract.OptionKind) {
        switch kind {
        case .label: self = .label
        case .milestone: self = .milestone
        case .assignee: self = .assignee
        }
    }
}

extension IssueStateChange.Reason {
    /// Converts a reason for closing an issue in the arguments of a call.
    init(_ reason: IssuesContract.CloseReason) {
        switch reason {
        case .completed: self = .completed
        case .notPlanned: self = .notPlanned
        case .duplicate: self = .duplicate
        }
    }
}

extension IssueQuery.State {
    /// Converts a filter for states in the arguments of a call.
    init(_ state: IssuesContract.StateFilter) {
        switch state {
        case .open: self = .open
        case .closed: self = .closed
        case .all: self = .all
        }
    }
}

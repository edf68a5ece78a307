import Trellis

/// The commands of `io.trellis.Issues`.
struct IssuesInterface: IssuesService {
    private let coordinator: IssuesCoordinator
    let clock: WallClock

    init(coordinator: IssuesCoordinator, clock: WallClock) {
        self.coordinator = coordinator
        self.clock = clock
    }

    func login(
        replies: ReplyWriter<IssuesContract.LoginReply>, context: CallContext
    ) async throws -> IssuesContract.LoginReply {
        // Before GitHub is asked for anything: the code could not be told.
        guard context.more else { throw ServiceError.expectedMore }
        let user = try await coordinator.login { try await replies.send(.init($0)) }
        return .done(user)
    }

    func logout(context: CallContext) async throws -> IssuesContract.LogoutReply {
        try await coordinator.logout()
        return IssuesContract.LogoutReply()
    }

    func whoAmI(context: CallContext) async throws -> IssuesContract.WhoAmIReply {
        let (user, account) = try await coordinator.user()
        return .init(user, of: account)
    }

    func repos(
        owner: String?, limit: Int?, replies: ReplyWriter<IssuesContract.ReposReply>, context: CallContext
    ) async throws -> IssuesContract.ReposReply {
        if let owner, !RepositoryName.isValid(owner) { throw ServiceError.invalidParameter(parameter: "owner") }
        let limit = try checked(limit)
        return try await listing(to: replies) { tell in
            try await coordinator.repositories(of: owner, limit: limit) { try await tell(.init($0)) }
        } ?? .init(repository: nil, age: nil)
    }

    func issues(
        repository: String, state: IssuesContract.StateFilter?, labels: [String]?, milestone: String?,
        assignee: String?,
        limit: Int?, replies: ReplyWriter<IssuesContract.IssuesReply>, context: CallContext
    ) async throws -> IssuesContract.IssuesReply {
        let labels = labels ?? []
        // GitHub takes the names separated by commas, so that one with a comma would be two.
        guard labels.allSatisfy({ !$0.isEmpty && !$0.contains(",") }) else {
            throw ServiceError.invalidParameter(parameter: "labels")
        }
        // GitHub would take it for no condition, and list them all.
        if assignee == "" { throw ServiceError.invalidParameter(parameter: "assignee") }
        let selection = IssueSelection(
            repository: try selection(repository), state: state.map(IssueQuery.State.init) ?? .open, labels: labels,
            milestone: milestone, assignee: assignee)
        let limit = try checked(limit)
        return try await listing(to: replies) { tell in
            try await coordinator.issues(selection, limit: limit) { try await tell(.init($0)) }
        } ?? .init(issue: nil, age: nil)
    }

    func show(repository: String, number: Int, context: CallContext) async throws -> IssuesContract.ShowReply {
        guard number > 0 else { throw ServiceError.invalidParameter(parameter: "number") }
        let selection = try selection(repository)
        return .init(try await coordinator.issue(number, in: selection))
    }

    func create(
        repository: String, title: String, body: String?, labels: [String]?, milestone: String?, assignees: [String]?,
        context: CallContext
    ) async throws -> IssuesContract.CreateReply {
        let choice = IssueChoice(
            repository: try selection(repository), title: title, body: body, labels: labels ?? [], milestone: milestone,
            assignees: assignees ?? [])
        let (issue, dropped) = try await coordinator.create(choice)
        return .init(issue: .init(issue), dropped: dropped.map(IssuesContract.Option.init))
    }

    func options(
        repository: String, kind: IssuesContract.OptionKind?, replies: ReplyWriter<IssuesContract.OptionsReply>,
        context: CallContext
    ) async throws -> IssuesContract.OptionsReply {
        let selection = try selection(repository)
        let kinds = kind.map { [IssueOption.Kind($0)] } ?? IssueOption.Kind.allCases
        return try await listing(to: replies) { tell in
            try await coordinator.options(kinds, of: selection) { try await tell(.init($0)) }
        } ?? .init(option: nil, age: nil)
    }

    private func selection(_ text: String) throws(ServiceError) -> RepositorySelection {
        guard let selection = RepositorySelection(text) else { throw .invalidParameter(parameter: "repository") }
        return selection
    }

    private func checked(_ limit: Int?) throws(ServiceError) -> Int? {
        if let limit, limit < 0 { throw .invalidParameter(parameter: "limit") }
        return limit
    }

    /// Sends what a listing tells, but the last of it, which is returned; nil when it tells nothing.
    private func listing<Reply>(
        to replies: ReplyWriter<Reply>,
        _ list: (_ tell: @escaping @Sendable (Reply) async throws -> Void) async throws -> Void
    ) async throws -> Reply? {
        // One reply is held back, because the last one is sent without `continues`.
        let held = HeldReply(replies)
        try await list { try await held.put($0) }
        return await held.last
    }
}

/// Holds one reply back, and sends it when there is another.
private actor HeldReply<Reply: VarlinkValue> {
    private let replies: ReplyWriter<Reply>
    private(set) var last: Reply?

    init(_ replies: ReplyWriter<Reply>) {
        self.replies = replies
    }

    func put(_ reply: Reply) async throws {
        let before = last
        last = reply
        if let before { try await replies.send(before) }
    }
}

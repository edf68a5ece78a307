import Trellis

/// The implementation of `io.trellis.Issues`.
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
        // The flag is checked before the request to GitHub, because the code of the sign-in cannot be sent without the
        // flag.
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
        return try await replies.sendListing(ifEmpty: .init(repository: nil, age: nil)) { send in
            try await coordinator.repositories(of: owner, limit: limit) { try await send(.init($0)) }
        }
    }

    func issues(
        repository: String, state: IssuesContract.StateFilter?, labels: [String]?, milestone: String?,
        assignee: String?,
        limit: Int?, replies: ReplyWriter<IssuesContract.IssuesReply>, context: CallContext
    ) async throws -> IssuesContract.IssuesReply {
        let labels = labels ?? []
        // GitHub expects names that are separated by commas, so a name must not contain a comma.
        guard labels.allSatisfy({ !$0.isEmpty && !$0.contains(",") }) else {
            throw ServiceError.invalidParameter(parameter: "labels")
        }
        // GitHub would ignore an empty assignee, and return all issues.
        if assignee == "" { throw ServiceError.invalidParameter(parameter: "assignee") }
        let filter = IssueFilter(
            repository: try reference(repository), state: state.map(IssueQuery.State.init) ?? .open, labels: labels,
            milestone: milestone, assignee: assignee)
        let limit = try checked(limit)
        return try await replies.sendListing(ifEmpty: .init(issue: nil, age: nil)) { send in
            try await coordinator.issues(filter, limit: limit) { try await send(.init($0)) }
        }
    }

    func show(repository: String, number: Int, context: CallContext) async throws -> IssuesContract.ShowReply {
        guard number > 0 else { throw ServiceError.invalidParameter(parameter: "number") }
        return .init(try await coordinator.issue(number, in: reference(repository)))
    }

    func create(
        repository: String, title: String, body: String?, labels: [String]?, milestone: String?, assignees: [String]?,
        context: CallContext
    ) async throws -> IssuesContract.CreateReply {
        let request = NewIssueRequest(
            repository: try reference(repository), title: title, body: body, labels: labels ?? [], milestone: milestone,
            assignees: assignees ?? [])
        let (issue, dropped) = try await coordinator.create(request)
        return .init(issue: .init(issue), dropped: dropped.map(IssuesContract.Option.init))
    }

    func options(
        repository: String, kind: IssuesContract.OptionKind?, replies: ReplyWriter<IssuesContract.OptionsReply>,
        context: CallContext
    ) async throws -> IssuesContract.OptionsReply {
        let reference = try reference(repository)
        let kinds = kind.map { [IssueOption.Kind($0)] } ?? IssueOption.Kind.allCases
        return try await replies.sendListing(ifEmpty: .init(option: nil, age: nil)) { send in
            try await coordinator.options(kinds, of: reference) { try await send(.init($0)) }
        }
    }

    private func reference(_ text: String) throws(ServiceError) -> RepositoryReference {
        guard let reference = RepositoryReference(text) else { throw .invalidParameter(parameter: "repository") }
        return reference
    }

    private func checked(_ limit: Int?) throws(ServiceError) -> Int? {
        if let limit, limit < 0 { throw .invalidParameter(parameter: "limit") }
        return limit
    }
}

import Trellis

/// The methods of `io.trellis.Issues` in one session.
///
/// A call that names a repository goes to the coordinator. A call that depends on the navigation stack goes to the model
/// of the current place, whose actions lead to the coordinator.
struct IssuesInterface: IssuesService {
    let coordinator: IssuesCoordinator
    let current: CurrentPlace
    let stack: NavigationStack<Place>
    let clock: WallClock

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
        let (user, source) = try await coordinator.user()
        return .init(user, from: source)
    }

    func repos(
        owner: String?, limit: Int?, replies: ReplyWriter<IssuesContract.ReposReply>, context: CallContext
    ) async throws -> IssuesContract.ReposReply {
        if let owner, !RepositoryName.isValid(owner) { throw ServiceError.invalidParameter(parameter: "owner") }
        let limit = try checked(limit)
        return try await replies.sendListing(ifEmpty: .init(number: nil, repository: nil, age: nil)) { send in
            try await coordinator.showRepositories(of: owner, limit: limit) { try await send(.init($0, $1)) }
        }
    }

    func issues(
        repository: String?, state: IssuesContract.StateFilter?, labels: [String]?, milestone: String?,
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
            state: state.map(IssueQuery.State.init) ?? .open, labels: labels, milestone: milestone, assignee: assignee)
        let limit = try checked(limit)
        let reference = try repository.map(reference)
        return try await replies.sendListing(ifEmpty: .init(issue: nil, age: nil)) { send in
            if let reference {
                try await coordinator.showIssues(filter, of: reference, limit: limit) { try await send(.init($0)) }
            } else {
                try await current.withModel { place in
                    try await place.showIssues(filter, limit: limit) { try await send(.init($0)) }
                }
            }
        }
    }

    func show(repository: String?, number: Int?, context: CallContext) async throws -> IssuesContract.ShowReply {
        if let number, number < 1 { throw ServiceError.invalidParameter(parameter: "number") }
        guard let repository else {
            let issue = try await current.withModel { place in
                let shown = await place.entry.number
                guard let number = number ?? shown else { throw SessionFailure.noIssue }
                return try await place.showIssue(number)
            }
            return .init(issue)
        }
        guard let number else { throw ServiceError.invalidParameter(parameter: "number") }
        return .init(try await coordinator.showIssue(number, in: reference(repository)))
    }

    func create(
        repository: String?, title: String?, body: String?, labels: [String]?, milestone: String?,
        assignees: [String]?, context: CallContext
    ) async throws -> IssuesContract.CreateReply {
        let request = NewIssueRequest(
            title: title, body: body, labels: labels ?? [], milestone: milestone, assignees: assignees ?? [])
        let created =
            if let repository {
                try await coordinator.create(request, in: reference(repository))
            } else {
                try await withNewIssue { try await $0.create(adding: request) }
            }
        return .init(issue: .init(created.issue), dropped: created.dropped.map { .init($0) })
    }

    func options(
        repository: String?, kind: IssuesContract.OptionKind?, replies: ReplyWriter<IssuesContract.OptionsReply>,
        context: CallContext
    ) async throws -> IssuesContract.OptionsReply {
        let kinds = kind.map { [IssueOption.Kind($0)] } ?? IssueOption.Kind.allCases
        let reference = try repository.map(reference)
        return try await replies.sendListing(ifEmpty: .init(option: nil, age: nil)) { send in
            if let reference {
                try await coordinator.options(kinds, of: reference) { try await send(.init($0)) }
            } else {
                try await current.withModel { try await $0.listOptions(kinds) { try await send(.init($0)) } }
            }
        }
    }

    func reference(_ text: String) throws(ServiceError) -> RepositoryReference {
        guard let reference = RepositoryReference(text) else { throw .invalidParameter(parameter: "repository") }
        return reference
    }

    private func checked(_ limit: Int?) throws(ServiceError) -> Int? {
        if let limit, limit < 0 { throw .invalidParameter(parameter: "limit") }
        return limit
    }
}

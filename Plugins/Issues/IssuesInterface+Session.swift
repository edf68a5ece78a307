import Trellis

// The methods for the navigation stack, for a new issue, and for the shown issue.

extension IssuesInterface {
    func select(number: Int, context: CallContext) async throws -> IssuesContract.SelectReply {
        guard number > 0 else { throw ServiceError.invalidParameter(parameter: "number") }
        let issue = try await current.withModel { try await $0.select(number) }
        guard let place = await stack.top else { throw SessionFailure.noRepository }
        return IssuesContract.SelectReply(
            entry: .init(await place.model.entry), issue: issue.map { .init($0.value) }, body: issue?.value.body,
            age: issue?.age)
    }

    func new(
        title: String?, body: String?, repository: String?, context: CallContext
    ) async throws -> IssuesContract.NewReply {
        let entry =
            if let repository {
                try await coordinator.beginIssue(title: title, body: body, in: reference(repository))
            } else {
                try await current.withModel { try await $0.newIssue(title: title, body: body) }
            }
        return IssuesContract.NewReply(entry: .init(entry))
    }

    func option(
        kind: IssuesContract.OptionKind, name: String, context: CallContext
    ) async throws -> IssuesContract.OptionReply {
        let entry = try await withNewIssue { try await $0.addOptions(.init(kind), [name]) }
        return IssuesContract.OptionReply(entry: .init(entry))
    }

    func comment(
        body: String, repository: String?, number: Int?, context: CallContext
    ) async throws -> IssuesContract.CommentReply {
        let comment = try await withIssue(number, in: repository) {
            try await $0.comment(body)
        } of: {
            try await $0.comment(body, on: $1)
        }
        return IssuesContract.CommentReply(url: comment.url)
    }

    func close(
        repository: String?, number: Int?, reason: IssuesContract.CloseReason?, context: CallContext
    ) async throws -> IssuesContract.CloseReply {
        let change = IssueStateChange.close(reason.map { .init($0) })
        return .init(issue: .init(try await apply(change, to: number, in: repository)))
    }

    func reopen(repository: String?, number: Int?, context: CallContext) async throws -> IssuesContract.ReopenReply {
        .init(issue: .init(try await apply(.reopen, to: number, in: repository)))
    }

    func back(context: CallContext) async throws -> IssuesContract.BackReply {
        guard let place = await stack.pop() else { return IssuesContract.BackReply(entry: nil) }
        return IssuesContract.BackReply(entry: .init(await place.model.entry))
    }

    func `where`(
        replies: ReplyWriter<IssuesContract.WhereReply>, context: CallContext
    ) async throws -> IssuesContract.WhereReply {
        try await replies.sendListing(ifEmpty: .init(entry: nil)) { send in
            for place in await stack.entries { try await send(.init(entry: .init(await place.model.entry))) }
        }
    }

    /// Calls a function with the model of the new issue.
    func withNewIssue<Result: Sendable>(
        _ body: @escaping @Sendable (NewIssueModel) async throws -> Result
    ) async throws -> Result {
        if await current.isEmpty { throw SessionFailure.noNewIssue }
        return try await current.withModel { place in
            guard let newIssue = place as? NewIssueModel else { throw SessionFailure.noNewIssue }
            return try await body(newIssue)
        }
    }

    private func apply(_ change: IssueStateChange, to number: Int?, in repository: String?) async throws -> Issue {
        try await withIssue(number, in: repository) {
            try await $0.change(change)
        } of: {
            try await $0.change(change, of: $1)
        }
    }

    /// Calls a function with the model of an issue, or of the current place.
    ///
    /// - Parameters:
    ///   - number: The number of the issue; nil for the shown issue.
    ///   - repository: The reference to the repository; nil for the repository of the current place.
    ///   - body: The function for the issue that is shown, or that `repository` names.
    ///   - placeBody: The function for the issue with a number in the repository of the current place.
    /// - Returns: The result of the function.
    /// - Throws: ``SessionFailure`` when the session has no such issue; the error of the function.
    private func withIssue<Result: Sendable>(
        _ number: Int?, in repository: String?, _ body: @escaping @Sendable (IssueModel) async throws -> Result,
        of placeBody: @escaping @Sendable (any PlaceModel, Int) async throws -> Result
    ) async throws -> Result {
        if let number, number < 1 { throw ServiceError.invalidParameter(parameter: "number") }
        if let repository {
            guard let number else { throw ServiceError.invalidParameter(parameter: "number") }
            return try await coordinator.withIssue(number, in: reference(repository), body)
        }
        if let number { return try await current.withModel { try await placeBody($0, number) } }
        if await current.isEmpty { throw SessionFailure.noIssue }
        return try await current.withModel { place in
            guard let issue = place as? IssueModel else { throw SessionFailure.noIssue }
            return try await body(issue)
        }
    }
}

import Issues
import Trellis

/// The commands that only read from GitHub.
enum ReadCommand: String, CaseIterable, Sendable {
    case whoAmI, repos, reposOfOwner, issues, issuesOfMilestone, issuesByName, show, options

    /// A reply of a command.
    struct Reply: Sendable, Equatable {
        /// The reply without its age.
        var text: String

        var age: Int?
    }

    /// Calls the method of the command.
    ///
    /// - Parameters:
    ///   - issues: The client that calls the command.
    ///   - reply: Receives each reply.
    /// - Throws: The errors of the command and of `reply`.
    func call(on issues: IssuesClient, _ reply: (Reply) async throws -> Void = { _ in }) async throws {
        let name = "octocat/Hello-World"
        switch self {
        case .whoAmI:
            let user = try await issues.whoAmI()
            try await reply(Reply(text: "\(user.user)", age: user.age))
        case .repos: for try await next in issues.repos() { try await reply(Reply(next)) }
        case .reposOfOwner: for try await next in issues.repos(owner: "octocat") { try await reply(Reply(next)) }
        case .issues: for try await next in issues.issues(repository: name) { try await reply(Reply(next)) }
        case .issuesOfMilestone:
            for try await next in issues.issues(repository: name, milestone: "v1.0") { try await reply(Reply(next)) }
        case .issuesByName:
            for try await next in issues.issues(repository: "hello-world", state: .all) { try await reply(Reply(next)) }
        case .show:
            let issue = try await issues.show(repository: name, number: 1)
            try await reply(Reply(text: "\(issue.issue) \(issue.body ?? "")", age: issue.age))
        case .options:
            for try await next in issues.options(repository: name) {
                try await reply(Reply(text: "\(String(describing: next.option))", age: next.age))
            }
        }
    }

    /// Calls the command and returns all of its replies.
    func replies(of issues: IssuesClient) async throws -> [Reply] {
        let replies = EventRecorder<Reply>()
        try await call(on: issues) { replies.record($0) }
        return replies.entries
    }
}

extension ReadCommand.Reply {
    fileprivate init(_ reply: IssuesContract.ReposReply) {
        self.init(text: "\(String(describing: reply.repository))", age: reply.age)
    }

    fileprivate init(_ reply: IssuesContract.IssuesReply) {
        self.init(text: "\(String(describing: reply.issue))", age: reply.age)
    }
}

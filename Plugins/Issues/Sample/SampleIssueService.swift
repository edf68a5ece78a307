import Foundation
import Trellis

/// An issue service with the repositories of the sample account, in memory.
///
/// Changes are lost when the plugin stops.
actor SampleIssueService: IssueService {
    private let account: SampleAccount
    private var issues: [RepositoryName: [Issue]]
    private let clock: WallClock

    /// Creates a service.
    ///
    /// - Parameter clock: The clock that provides the times of changes.
    /// - Throws: `DecodingError` when the recording does not match the types of the responses.
    init(clock: WallClock) throws {
        account = try SampleAccount()
        issues = account.issues
        self.clock = clock
    }

    func user() async throws -> Response<User> { Response(account.user) }

    func repositories(of owner: String?, at link: PageLink?) async throws -> Response<Page<Repository>> {
        let repositories = account.repositories.filter { repository in
            guard let owner else { return true }
            return !repository.isPrivate && repository.name.hasPrefix("\(owner)/")
        }
        guard owner == nil || !repositories.isEmpty else {
            throw GitHubFailure.notFound(what: "the user or organization \(owner ?? "")")
        }
        let counted = repositories.map { repository in
            var repository = repository
            let all = RepositoryName(repository.name).flatMap { issues[$0] } ?? []
            repository.openCount = all.count { $0.state == .open }
            return repository
        }
        return Response(Page(elements: counted))
    }

    func issues(_ query: IssueQuery, at link: PageLink?) async throws -> Response<Page<Issue>> {
        let milestones = try await options(.milestone, of: query.repository, includingClosed: true, at: nil).value
        let found = try all(in: query.repository).filter { issue in
            let milestone = milestones.elements.first { $0.name == issue.milestone }?.number
            return query.state.matches(issue.state)
                && query.labels.allSatisfy { label in issue.labels.contains { $0.isEqual(to: label) } }
                && query.milestone.matches(milestone) && query.assignee.matches(issue.assignees)
        }
        return Response(Page(elements: found.sorted { $0.number > $1.number }))
    }

    func issue(_ number: Int, in repository: RepositoryName) async throws -> Response<Issue> {
        Response(try all(in: repository)[index(of: number, in: repository)])
    }

    func options(
        _ kind: IssueOption.Kind, of repository: RepositoryName, includingClosed: Bool, at link: PageLink?
    ) async throws -> Response<Page<IssueOption>> {
        _ = try all(in: repository)
        return Response(Page(elements: account.options[kind] ?? []))
    }

    func create(_ draft: IssueDraft) async throws -> Issue {
        let existing = try all(in: draft.repository)
        let number = (existing.map(\.number).max() ?? 0) + 1
        let now = clock.now().rfc3339
        func names(_ kind: IssueOption.Kind) -> [String] { draft.options.filter { $0.kind == kind }.map(\.name) }
        let issue = Issue(
            number: number, title: draft.title ?? "", state: .open, labels: names(.label),
            milestone: names(.milestone).first, assignees: names(.assignee), author: account.user.login, created: now,
            updated: now, url: "\(SampleAccount.server)/\(draft.repository)/issues/\(number)", body: draft.body)
        issues[draft.repository] = existing + [issue]
        return issue
    }

    func comment(_ body: String, on number: Int, in repository: RepositoryName) async throws -> IssueComment {
        let issue = try update(number, in: repository) { $0.comments += 1 }
        return IssueComment(url: "\(issue.url)#issuecomment-\(issue.comments)")
    }

    func change(_ change: IssueStateChange, of number: Int, in repository: RepositoryName) async throws -> Issue {
        let now = clock.now().rfc3339
        return try update(number, in: repository) { issue in
            switch change {
            case .close: (issue.state, issue.closed) = (.closed, issue.closed ?? now)
            case .reopen: (issue.state, issue.closed) = (.open, nil)
            }
        }
    }

    /// Finds issues with all words of a text in their titles or bodies, newest first.
    func find(_ text: String, limit: Int) -> [FoundIssue] {
        let words = text.lowercased().split { $0.isWhitespace }
        let found = issues.flatMap { repository, issues in
            issues.filter { issue in
                let content = "\(issue.title) \(issue.body ?? "")".lowercased()
                return !words.isEmpty && words.allSatisfy { content.contains($0) }
            }.map { (repository: repository, issue: $0) }
        }
        return found.sorted { $0.issue.created > $1.issue.created }.prefix(limit).map { repository, issue in
            FoundIssue(repository: repository, number: issue.number, title: issue.title, state: issue.state)
        }
    }

    private func all(in repository: RepositoryName) throws(GitHubFailure) -> [Issue] {
        guard let all = issues[repository] else { throw .notFound(what: "the repository \(repository)") }
        return all
    }

    private func index(of number: Int, in repository: RepositoryName) throws(GitHubFailure) -> Int {
        guard let index = try all(in: repository).firstIndex(where: { $0.number == number }) else {
            throw .notFound(what: "the issue \(number) of \(repository)")
        }
        return index
    }

    private func update(
        _ number: Int, in repository: RepositoryName, _ change: (inout Issue) -> Void
    ) throws(GitHubFailure) -> Issue {
        let index = try index(of: number, in: repository)
        var all = try all(in: repository)
        change(&all[index])
        all[index].updated = clock.now().rfc3339
        issues[repository] = all
        return all[index]
    }
}

extension AccountEnvironment {
    /// Creates the environment of the sample account.
    init(sample: SampleIssueService) {
        self.init(requestUser: { try await sample.user() }, find: { await sample.find($0, limit: $1) })
    }
}

extension String {
    /// Whether two names are equal, ignoring case, as GitHub compares the names of labels.
    fileprivate func isEqual(to other: String) -> Bool { lowercased() == other.lowercased() }
}

extension IssueQuery.State {
    /// Whether an issue in a state is selected.
    fileprivate func matches(_ state: Issue.State) -> Bool { self == .all || rawValue == state.rawValue }
}

extension IssueQuery.Milestone? {
    /// Whether an issue with the milestone of this number, or with no milestone, is selected.
    fileprivate func matches(_ milestone: Int?) -> Bool {
        guard let self else { return true }
        return switch self {
        case .none: milestone == nil
        case .any: milestone != nil
        case .number(let number): milestone == number
        }
    }
}

extension String? {
    /// Whether an issue with these assignees is selected by a filter for the assignee.
    fileprivate func matches(_ assignees: [String]) -> Bool {
        switch self {
        case nil: true
        case "none": assignees.isEmpty
        case "*": !assignees.isEmpty
        case .some(let login): assignees.contains { $0.isEqual(to: login) }
        }
    }
}

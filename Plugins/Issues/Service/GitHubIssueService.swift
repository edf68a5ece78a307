import Trellis
import TrellisHTTP

/// An issue service that uses GitHub's REST API.
///
/// The paths, parameters and schemas are documented at docs.github.com, in the chapters "REST API endpoints for" users,
/// repositories, issues, labels, milestones and issue assignees.
struct GitHubIssueService: IssueService {
    private let account: Account
    private let client: GitHubClient
    private let server: ServerURL

    init(account: Account, client: GitHubClient, server: ServerURL) {
        self.account = account
        self.client = client
        self.server = server
    }

    func user() async throws -> Response<User> {
        try requireToken()
        return try await client.read(User.self, at: server.url(["user"]), what: "the signed-in account").map(
            \.value)
    }

    func repositories(of owner: String?, at link: PageLink?) async throws -> Response<Page<Repository>> {
        if owner == nil { try requireToken() }
        let path = owner.map { ["users", $0, "repos"] } ?? ["user", "repos"]
        return try await page(
            Repository.self, at: link, path, query: [("sort", "full_name"), ("per_page", "100")],
            what: owner.map { "the user or organization \($0)" } ?? "the repositories of the account")
    }

    func issues(_ query: IssueQuery, at link: PageLink?) async throws -> Response<Page<Issue>> {
        var parameters = [("state", query.state.rawValue)]
        if !query.labels.isEmpty { parameters.append(("labels", query.labels.joined(separator: ","))) }
        switch query.milestone {
        case .number(let number): parameters.append(("milestone", "\(number)"))
        case .some(.none): parameters.append(("milestone", "none"))
        case .any: parameters.append(("milestone", "*"))
        case nil: break
        }
        if let assignee = query.assignee { parameters.append(("assignee", assignee)) }
        // The page size is half of GitHub's maximum, because each issue includes its body.
        parameters.append(("per_page", "50"))
        return try await page(
            Issue.self, at: link, path(query.repository) + ["issues"], query: parameters,
            what: "the repository \(query.repository)")
    }

    func issue(_ number: Int, in repository: RepositoryName) async throws -> Response<Issue> {
        let url = server.url(path(repository) + ["issues", "\(number)"])
        return try await client.read(Issue.self, at: url, what: "the issue \(number) of \(repository)").map(\.value)
    }

    func options(
        _ kind: IssueOption.Kind, of repository: RepositoryName, includingClosed: Bool, at link: PageLink?
    ) async throws -> Response<Page<IssueOption>> {
        let path = path(repository)
        let what = "the repository \(repository)"
        let size = ("per_page", "100")
        switch kind {
        case .label:
            return try await page(LabelPayload.self, at: link, path + ["labels"], query: [size], what: what)
                .mapElements(\.option)
        case .milestone:
            let state = ("state", includingClosed ? "all" : "open")
            return try await page(
                MilestonePayload.self, at: link, path + ["milestones"], query: [state, size], what: what
            )
            .mapElements(\.option)
        case .assignee:
            return try await page(AssigneePayload.self, at: link, path + ["assignees"], query: [size], what: what)
                .mapElements(\.option)
        }
    }

    func create(_ draft: IssueDraft) async throws -> Issue {
        try requireToken()
        func names(_ kind: IssueOption.Kind) -> [String]? {
            let names = draft.options.filter { $0.kind == kind }.map(\.name)
            return names.isEmpty ? nil : names
        }
        let payload = DraftPayload(
            title: draft.title ?? "", body: draft.body,
            milestone: draft.options.first { $0.kind == .milestone }?.number,
            labels: names(.label), assignees: names(.assignee))
        return try await client.change(
            .post, Issue.self, at: server.url(path(draft.repository) + ["issues"]), with: payload,
            what: "the repository \(draft.repository)")
    }

    func comment(_ body: String, on number: Int, in repository: RepositoryName) async throws -> IssueComment {
        try requireToken()
        return try await client.change(
            .post, IssueComment.self, at: server.url(path(repository) + ["issues", "\(number)", "comments"]),
            with: CommentPayload(body: body), what: "the issue \(number) of \(repository)")
    }

    func change(_ change: IssueStateChange, of number: Int, in repository: RepositoryName) async throws -> Issue {
        try requireToken()
        let payload: StatePayload
        switch change {
        case .close(let reason): payload = StatePayload(state: .closed, reason: reason?.rawValue)
        case .reopen: payload = StatePayload(state: .open, reason: "reopened")
        }
        return try await client.change(
            .patch, Issue.self, at: server.url(path(repository) + ["issues", "\(number)"]), with: payload,
            what: "the issue \(number) of \(repository)")
    }

    private func requireToken() throws {
        guard account.token == nil else { return }
        throw GitHubFailure.notSignedIn(
            reason: "this command requires a sign-in: run 'trellisctl issues login', or configure the credential "
                + "issues.token")
    }

    private func path(_ repository: RepositoryName) -> [String] { ["repos", repository.owner, repository.name] }

    private func page<Element: Decodable & Sendable>(
        _ type: Element.Type, at link: PageLink?, _ path: [String], query: [(String, String)], what: String
    ) async throws -> Response<Page<Element>> {
        let link = link ?? PageLink(url: server.url(path, query: query.map { (name: $0.0, value: $0.1) }))
        return try await client.read(ReceivedList<Element>.self, at: link.url, what: what).map { fetched in
            client.report(fetched.value.errors, in: link.url)
            return Page(elements: fetched.value.elements, link: link, next: fetched.next)
        }
    }
}

private struct DraftPayload: Encodable, Sendable {
    var title: String
    var body: String?
    var milestone: Int?
    var labels: [String]?
    var assignees: [String]?
}

private struct CommentPayload: Encodable, Sendable {
    var body: String
}

private struct StatePayload: Encodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case state
        case reason = "state_reason"
    }

    var state: Issue.State
    var reason: String?
}

extension Response {
    /// Returns the page with transformed elements.
    fileprivate func mapElements<Element, Other: Sendable>(
        _ transform: (Element) -> Other
    ) -> Response<Page<Other>> where Value == Page<Element> {
        map { page in Page(elements: page.elements.map(transform), link: page.link, next: page.next) }
    }
}

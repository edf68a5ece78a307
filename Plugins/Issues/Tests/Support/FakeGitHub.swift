import Foundation
import Synchronization
import TrellisHTTPTesting

@testable import Issues

/// An implementation of the GitHub API that the plugin uses, as docs.github.com describes it, with fault injection.
final class FakeGitHub: Sendable {
    /// A repository and its contents.
    struct Repo: Sendable {
        var id: Int
        var name: String
        var isPrivate = false
        var hasIssues = true
        /// The accounts that may set labels, milestones and assignees.
        var pushers: Set<String> = ["octocat"]
        var labels: [String] = ["bug", "documentation", "good first issue"]
        var milestones: [(number: Int, title: String, state: String)] = [(1, "v1.0", "open"), (2, "v0.9", "closed")]
        var assignees: [String] = ["octocat", "hubot"]
        var issues: [Entry] = []
    }

    /// An issue of a repository.
    struct Entry: Sendable {
        var number: Int
        var title: String
        var state = "open"
        var labels: [String] = []
        var milestone: Int?
        var assignees: [String] = []
        var isPullRequest = false
        var body: String?
        var comments: [String] = []
        var reason: String?
    }

    /// The state of a sign-in with the device flow.
    enum Consent: Sendable {
        case pending, approved, denied
    }

    /// A fault: a reply to matching requests.
    struct Fault: Sendable {
        var path: String
        var page: String?
        var reply: LoopbackServer.Reply
        var count: Int
    }

    struct State: Sendable {
        var tokens: [String: String] = ["gho_octocat": "octocat"]
        var repos: [Repo] = []
        /// The new names of renamed repositories by their old names.
        var renames: [String: String] = [:]
        /// The maximum page size.
        var pageSize = 100
        /// The number of remaining requests in this hour.
        var remaining = 5_000
        var reset = Date(timeIntervalSince1970: 1_800_003_600)
        var consent = Consent.pending
        /// The token that the server issues at a sign-in.
        var issuedToken = "gho_octocat"
        var interval = 5
        var isTooFast = false
        var requests: [LoopbackServer.Request] = []
        var faults: [Fault] = []
    }

    private let state: Mutex<State>

    init(_ prepare: (inout State) -> Void = { _ in }) {
        var initial = State()
        initial.repos = [
            Repo(
                id: 1_296_269, name: "octocat/Hello-World",
                issues: [
                    Entry(
                        number: 1, title: "Found a bug", labels: ["bug"], milestone: 1, assignees: ["octocat"],
                        body: "Help."),
                    Entry(number: 2, title: "Fix it", isPullRequest: true),
                    Entry(number: 3, title: "Say more", labels: ["documentation"]),
                    Entry(number: 4, title: "Old news", state: "closed", labels: ["bug"], milestone: 2),
                ]),
            Repo(id: 1_296_270, name: "octocat/secret", isPrivate: true),
            Repo(id: 1_296_271, name: "octocat/silent", hasIssues: false),
            Repo(id: 1_300_192, name: "github/docs", pushers: [], issues: [Entry(number: 1, title: "Typo")]),
        ]
        prepare(&initial)
        state = Mutex(initial)
    }

    /// The current state.
    var current: State { state.withLock { $0 } }

    /// Changes the state of the server.
    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Sets a fault as the reply to the next requests for a path, or for one page of a path.
    func fail(_ path: String, page: String? = nil, with reply: LoopbackServer.Reply, times count: Int = .max) {
        change { $0.faults.append(Fault(path: path, page: page, reply: reply, count: count)) }
    }

    /// Removes all faults.
    func repair() { change { $0.faults = [] } }

    /// The received requests, except the probes of the recovery monitor.
    var requests: [LoopbackServer.Request] {
        state.withLock(\.requests).filter { !$0.path.hasSuffix("/rate_limit") }
    }

    /// Returns the reply to a request.
    func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
        state.withLock { state in
            state.requests.append(request)
            if let index = state.faults.firstIndex(where: { fault in
                request.path.contains(fault.path) && (fault.page == nil || fault.page == request.query["page"])
            }) {
                let reply = state.faults[index].reply
                state.faults[index].count -= 1
                if state.faults[index].count == 0 { state.faults.remove(at: index) }
                return reply
            }
            return request.path.hasPrefix("/login/") ? login(request, &state) : api(request, &state)
        }
    }

    // MARK: The device flow: docs.github.com, "Authorizing OAuth apps"

    private func login(_ request: LoopbackServer.Request, _ state: inout State) -> LoopbackServer.Reply {
        let form = URLComponents(string: "?" + String(decoding: request.body, as: UTF8.self))?.queryItems ?? []
        let fields = Dictionary(form.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        func refuse(_ error: String, _ more: [String: Any] = [:]) -> LoopbackServer.Reply {
            .json(
                more.merging([
                    "error": error, "error_description": "about \(error)", "error_uri": "https://docs.github.com",
                ]) { $1 })
        }
        guard request.headers["accept"] == "application/json", request.method == "POST" else {
            return .answer(status: 406)
        }
        guard fields["client_id"] == "Iv1.client" else { return .json(status: 404, ["error": "Not Found"]) }
        switch request.path {
        case "/login/device/code":
            guard fields["scope"] == "repo" else { return refuse("invalid_scope") }
            return .json([
                "device_code": "3584d83530557fdd1f46af8289938c8ef79f9dc5", "user_code": "WDJB-MJHT",
                "verification_uri": "https://github.com/login/device", "expires_in": 900, "interval": state.interval,
            ])
        case "/login/oauth/access_token":
            guard fields["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code" else {
                return refuse("unsupported_grant_type")
            }
            guard fields["device_code"] == "3584d83530557fdd1f46af8289938c8ef79f9dc5" else {
                return refuse("incorrect_device_code")
            }
            if state.isTooFast {
                state.isTooFast = false
                state.interval += 5
                return refuse("slow_down", ["interval": state.interval])
            }
            switch state.consent {
            case .pending: return refuse("authorization_pending")
            case .denied: return refuse("access_denied")
            case .approved: return .json(["access_token": state.issuedToken, "token_type": "bearer", "scope": "repo"])
            }
        default: return .answer(status: 404)
        }
    }

    // MARK: The REST API

    private func api(_ request: LoopbackServer.Request, _ state: inout State) -> LoopbackServer.Reply {
        // See docs.github.com, "Troubleshooting the REST API", "User agent required" and "Not a supported version".
        guard let agent = request.headers["user-agent"], !agent.isEmpty else {
            return .error(403, "Request forbidden by administrative rules.")
        }
        if request.path.hasSuffix("/rate_limit") { return .json(["resources": [String: Any]()]) }
        guard request.headers["x-github-api-version"] == "2022-11-28",
            request.headers["accept"] == "application/vnd.github+json"
        else { return .error(400, "The version or the media type is not supported.") }
        var login: String?
        if let authorization = request.headers["authorization"] {
            guard authorization.hasPrefix("Bearer "), let known = state.tokens[String(authorization.dropFirst(7))]
            else {
                return .error(401, "Bad credentials")
            }
            login = known
        }
        guard state.remaining > 0 else { return limited(login, state) }
        let reply = answer(request, login, &state)
        // The status 304 does not count against the rate limit (docs.github.com, "Best practices for using the REST
        // API").
        if case .answer(304, _, _) = reply { return reply.adding(limits(state)) }
        state.remaining -= 1
        return reply.adding(limits(state))
    }

    /// Returns the headers of the rate limit (docs.github.com, "Rate limits for the REST API").
    private func limits(_ state: State) -> [String: String] {
        [
            "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "\(state.remaining)",
            "x-ratelimit-reset": "\(Int(state.reset.timeIntervalSince1970))", "x-ratelimit-resource": "core",
        ]
    }

    private func limited(_ login: String?, _ state: State) -> LoopbackServer.Reply {
        LoopbackServer.Reply.error(403, "API rate limit exceeded for \(login ?? "127.0.0.1").").adding(limits(state))
    }

    private func answer(
        _ request: LoopbackServer.Request, _ login: String?, _ state: inout State
    ) -> LoopbackServer.Reply {
        var parts = request.path.split(separator: "/").map(String.init)
        if parts.starts(with: ["api", "v3"]) { parts.removeFirst(2) }
        switch (request.method, parts.first, parts.count) {
        case ("GET", "user", 1):
            guard let login else { return .error(401, "Requires authentication") }
            return page(of: [user(login)], request, path: "/user", state, isList: false)
        case ("GET", "user", 2), ("GET", "users", 3):
            if parts[0] == "user", login == nil { return .error(401, "Requires authentication") }
            let owner = parts[0] == "user" ? nil : parts[1]
            if let owner, !["octocat", "github"].contains(owner) { return .error(404, "Not Found") }
            let found = state.repos.filter { repo in
                if let owner { return !repo.isPrivate && repo.name.hasPrefix("\(owner)/") }
                return repo.name.hasPrefix("\(login ?? "")/")
            }
            return page(of: found.sorted { $0.name < $1.name }.map(repository), request, path: request.path, state)
        case ("GET", "search", 2) where parts[1] == "issues":
            // See docs.github.com, "REST API endpoints for search", "Search issues and pull requests".
            guard login != nil else { return .error(422, "Validation Failed") }
            let words = (request.query["q"] ?? "").split(separator: " ").map { $0.lowercased() }
            let wanted = words.filter { !$0.contains(":") }
            let found = state.repos.flatMap { repo in
                repo.issues.filter { entry in
                    !entry.isPullRequest && wanted.allSatisfy { entry.title.lowercased().contains($0) }
                }.map { entry in
                    issue(entry, of: repo).merging(["repository_url": "https://api.github.com/repos/\(repo.name)"]) {
                        $1
                    }
                }
            }
            return .json(["total_count": found.count, "incomplete_results": false, "items": found])
        case (_, "repositories", 3...):
            guard let id = Int(parts[1]), let repo = state.repos.first(where: { $0.id == id }) else {
                return .error(404, "Not Found")
            }
            return answer(request, in: repo.name, Array(parts.dropFirst(2)), login, &state)
        case (_, "repos", 4...):
            let name = "\(parts[1])/\(parts[2])"
            if let new = state.renames[name], let repo = state.repos.first(where: { $0.name == new }) {
                // See docs.github.com, "Best practices for using the REST API", "Follow redirects".
                let rest = parts.dropFirst(3).joined(separator: "/")
                let query =
                    request.query.isEmpty ? "" : "?" + request.query.map { "\($0)=\($1)" }.joined(separator: "&")
                let location = "/repositories/\(repo.id)/\(rest)\(query)"
                return LoopbackServer.Reply.json(
                    status: request.method == "GET" ? 301 : 307,
                    ["message": "Moved Permanently", "url": location, "documentation_url": "https://docs.github.com"]
                ).adding(["location": location])
            }
            return answer(request, in: name, Array(parts.dropFirst(3)), login, &state)
        default:
            return .error(404, "Not Found")
        }
    }

    private func answer(
        _ request: LoopbackServer.Request, in name: String, _ parts: [String], _ login: String?, _ state: inout State
    ) -> LoopbackServer.Reply {
        guard let index = state.repos.firstIndex(where: { $0.name == name }),
            !state.repos[index].isPrivate || login != nil
        else { return .error(404, "Not Found") }
        let repo = state.repos[index]
        let path = "/repositories/\(repo.id)/\(parts.joined(separator: "/"))"
        switch (request.method, parts.first, parts.count) {
        case ("GET", "issues", 1): return page(of: issues(of: repo, request.query), request, path: path, state)
        case ("GET", "issues", 2):
            guard let entry = repo.issues.first(where: { "\($0.number)" == parts[1] }) else {
                return .error(404, "Not Found")
            }
            return page(of: [issue(entry, of: repo)], request, path: path, state, isList: false)
        case ("POST", "issues", 1):
            guard let login else { return .error(401, "Requires authentication") }
            return create(request, by: login, in: index, &state)
        case ("POST", "issues", 3) where parts[2] == "comments", ("PATCH", "issues", 2):
            guard let login else { return .error(401, "Requires authentication") }
            guard let number = repo.issues.firstIndex(where: { "\($0.number)" == parts[1] }) else {
                return .error(404, "Not Found")
            }
            guard let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: String] else {
                return .error(400, "Problems parsing JSON")
            }
            if request.method == "PATCH" { return update(body, number, by: login, in: index, &state) }
            return comment(body, number, in: index, &state)
        case ("GET", "labels", 1):
            return page(
                of: repo.labels.map { ["name": $0, "description": NSNull(), "color": "f29513"] }, request, path: path,
                state)
        case ("GET", "milestones", 1):
            let wanted = request.query["state"] ?? "open"
            let found = repo.milestones.filter { wanted == "all" || $0.state == wanted }
            return page(
                of: found.map {
                    ["number": $0.number, "title": $0.title, "state": $0.state, "description": "Tracking \($0.title)"]
                },
                request, path: path, state)
        case ("GET", "assignees", 1):
            return page(of: repo.assignees.map { ["login": $0, "id": 1] }, request, path: path, state)
        default: return .error(404, "Not Found")
        }
    }

    /// Returns the issues that match a query (docs.github.com, "REST API endpoints for issues", "List repository
    /// issues").
    private func issues(of repo: Repo, _ query: [String: String]) -> [[String: Any]] {
        let state = query["state"] ?? "open"
        let labels = (query["labels"] ?? "").split(separator: ",").map(String.init)
        return repo.issues.filter { entry in
            guard state == "all" || entry.state == state, labels.allSatisfy(entry.labels.contains) else { return false }
            switch query["milestone"] {
            case nil: break
            case "none": if entry.milestone != nil { return false }
            case "*": if entry.milestone == nil { return false }
            case let number?: if entry.milestone.map(String.init) != number { return false }
            }
            switch query["assignee"] {
            case nil: return true
            case "none": return entry.assignees.isEmpty
            case "*": return !entry.assignees.isEmpty
            case let login?: return entry.assignees.contains(login)
            }
        }.sorted { $0.number > $1.number }.map { issue($0, of: repo) }
    }

    /// Adds a comment (docs.github.com, "REST API endpoints for issue comments", "Create an issue comment").
    private func comment(
        _ body: [String: String], _ number: Int, in index: Int, _ state: inout State
    ) -> LoopbackServer.Reply {
        guard let text = body["body"], !text.isEmpty else {
            let missing = ["resource": "IssueComment", "field": "body", "code": "missing_field"]
            return .error(422, "Validation Failed", [missing])
        }
        state.repos[index].issues[number].comments.append(text)
        let entry = state.repos[index].issues[number]
        let url = "https://github.com/\(state.repos[index].name)/issues/\(entry.number)#issuecomment-1"
        return .json(status: 201, ["id": 1, "body": text, "html_url": url])
    }

    /// Closes or reopens an issue (docs.github.com, "REST API endpoints for issues", "Update an issue").
    private func update(
        _ body: [String: String], _ number: Int, by login: String, in index: Int, _ state: inout State
    ) -> LoopbackServer.Reply {
        guard state.repos[index].pushers.contains(login) else {
            return .error(403, "Must have admin rights to Repository.")
        }
        let reasons = ["completed", "not_planned", "duplicate", "reopened"]
        guard let new = body["state"], ["open", "closed"].contains(new),
            body["state_reason"].map({ reasons.contains($0) }) ?? true
        else {
            return .error(422, "Validation Failed", [["resource": "Issue", "field": "state", "code": "invalid"]])
        }
        state.repos[index].issues[number].state = new
        state.repos[index].issues[number].reason = body["state_reason"]
        return .json(issue(state.repos[index].issues[number], of: state.repos[index]))
    }

    /// Creates an issue (docs.github.com, "REST API endpoints for issues", "Create an issue").
    private func create(
        _ request: LoopbackServer.Request, by login: String, in index: Int, _ state: inout State
    ) -> LoopbackServer.Reply {
        let repo = state.repos[index]
        guard repo.hasIssues else { return .error(410, "Issues are disabled for this repo") }
        guard let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any] else {
            return .error(400, "Problems parsing JSON")
        }
        guard let title = body["title"] as? String, !title.isEmpty else {
            return .error(422, "Validation Failed", [["resource": "Issue", "field": "title", "code": "missing_field"]])
        }
        let mayPush = repo.pushers.contains(login)
        let entry = Entry(
            number: (repo.issues.map(\.number).max() ?? 0) + 1, title: title,
            labels: mayPush ? body["labels"] as? [String] ?? [] : [],
            milestone: mayPush ? body["milestone"] as? Int : nil,
            assignees: mayPush ? body["assignees"] as? [String] ?? [] : [], body: body["body"] as? String)
        state.repos[index].issues.append(entry)
        return .json(status: 201, issue(entry, of: repo))
    }
}

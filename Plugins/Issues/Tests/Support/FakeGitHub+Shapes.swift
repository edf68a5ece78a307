import Foundation
import TrellisHTTP
import TrellisHTTPTesting

@testable import Issues

/// The response bodies, with the schemas of GitHub's REST documentation.
extension FakeGitHub {
    func user(_ login: String) -> [String: Any] {
        ["login": login, "id": 1, "name": "The Octocat", "html_url": "https://github.com/\(login)", "type": "User"]
    }

    func repository(_ repo: Repo) -> [String: Any] {
        [
            "id": repo.id, "full_name": repo.name, "private": repo.isPrivate, "archived": false,
            "description": NSNull(),
            "open_issues_count": repo.issues.count { $0.state == "open" },
            "html_url": "https://github.com/\(repo.name)",
        ]
    }

    func issue(_ entry: Entry, of repo: Repo) -> [String: Any] {
        var object: [String: Any] = [
            "id": entry.number, "number": entry.number, "title": entry.title, "state": entry.state,
            "comments": entry.comments.count,
            "user": ["login": "octocat", "id": 1],
            "labels": entry.labels.map { ["name": $0, "color": "f29513"] as [String: Any] },
            "assignees": entry.assignees.map { ["login": $0, "id": 1] as [String: Any] },
            "created_at": "2011-04-22T13:33:48Z", "updated_at": "2011-04-22T13:33:48Z",
            "closed_at": entry.state == "closed" ? "2011-04-23T13:33:48Z" as Any : NSNull(),
            "html_url": "https://github.com/\(repo.name)/issues/\(entry.number)",
            "body": entry.body.map { $0 as Any } ?? NSNull(), "milestone": NSNull(),
        ]
        if let number = entry.milestone, let milestone = repo.milestones.first(where: { $0.number == number }) {
            object["milestone"] = ["number": number, "title": milestone.title]
        }
        if entry.isPullRequest { object["pull_request"] = ["url": "https://api.github.com/repos/\(repo.name)/pulls/1"] }
        return object
    }

    /// Returns a page of a listing with its links and its ETag (docs.github.com, "Using pagination in the REST API",
    /// "Best practices for using the REST API").
    func page(
        of elements: [[String: Any]], _ request: LoopbackServer.Request, path: String, _ state: State,
        isList: Bool = true
    ) -> LoopbackServer.Reply {
        let size = min(request.query["per_page"].flatMap(Int.init) ?? 30, state.pageSize)
        let number = request.query["page"].flatMap(Int.init) ?? 1
        let slice = Array(elements.dropFirst((number - 1) * size).prefix(size))
        let reply = isList ? LoopbackServer.Reply.json(slice) : .json(elements[0])
        guard case .answer(_, _, let body) = reply else { return reply }
        let tag = "W/\"\(SHA256.digest(of: body).hexadecimal)\""
        var headers = ["etag": tag]
        if isList, elements.count > number * size {
            let base = "http://\(request.headers["host"] ?? "")\(path)"
            let query = request.query.filter { $0.key != "page" }.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value.percentEncoded)" }
            func link(_ page: Int, _ relation: String) -> String {
                "<\(base)?\((query + ["page=\(page)"]).joined(separator: "&"))>; rel=\"\(relation)\""
            }
            headers["link"] = [link(number + 1, "next"), link((elements.count + size - 1) / size, "last")].joined(
                separator: ", ")
        }
        if request.headers["if-none-match"] == tag { return .answer(status: 304, headers: headers) }
        return reply.adding(headers)
    }
}

extension LoopbackServer.Reply {
    /// Returns a response with a JSON body.
    static func json(status: Int = 200, _ value: Any) -> Self {
        let body = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
        return .answer(
            status: status, headers: ["content-type": "application/json; charset=utf-8"], body: Array(body ?? Data()))
    }

    /// Returns an error response (docs.github.com, "Troubleshooting the REST API").
    static func error(_ status: Int, _ message: String, _ errors: [[String: Any]] = []) -> Self {
        var value: [String: Any] = [
            "message": message, "documentation_url": "https://docs.github.com/rest", "status": "\(status)",
        ]
        if !errors.isEmpty { value["errors"] = errors }
        return json(status: status, value)
    }

    /// Returns the response with additional headers.
    func adding(_ more: [String: String]) -> Self {
        guard case .answer(let status, let headers, let body) = self else { return self }
        return .answer(status: status, headers: headers.merging(more) { $1 }, body: body)
    }
}

import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// A server that repeats the token of the request.
@Suite("A token that GitHub's answer repeats", .timeLimit(.minutes(10)))
struct TokenEchoTests {
    private static let token = "gho_16C7e42F292c6912E7710c838347Ae178B4a"
    private static let name = "octocat/Hello-World"

    private static func issue(_ title: String) -> String {
        """
        {"number":1,"title":"\(title)","state":"open","labels":["\(token)"],"created_at":"2011-04-22T13:33:48Z",
         "updated_at":"2011-04-22T13:33:48Z","html_url":"https://github.com/\(token)","body":"\(token)"}
        """
    }

    /// Answers that repeat the token, to a request for an issue.
    private static let replies: [LoopbackServer.Reply] =
        [
            .answer(
                status: 200, headers: ["etag": "\"\(token)\"", "x-echo": "Bearer \(token)"],
                body: Array(issue("Bearer \(token)").utf8)),
            .answer(status: 200, body: Array(issue(token).replacing(#""number""#, with: #""\#(token)""#).utf8)),
            .answer(status: 200, body: Array(token.utf8)),
            .answer(status: 302, headers: ["location": "https://\(token).example.com/"]),
            .answer(status: 302, headers: ["location": "/repos/\(token)"]),
            .json(
                status: 422,
                [
                    "message": "\(token)",
                    "errors": [["resource": token, "field": token, "code": token, "message": token]],
                ]),
            .error(429, "limit of \(token)").adding(["retry-after": "60"]),
        ] + [400, 401, 403, 410, 451, 500].map { .error($0, "refused \(token)") }

    @Test("is in no reply, error, log, status or file", arguments: replies.indices, Transport.allCases)
    func echo(index: Int, over transport: Transport) async throws {
        let github = FakeGitHub { $0.tokens = [Self.token: "octocat"] }
        try await IssuesSetting.with(over: transport, token: Self.token, github: github) { setting async throws in
            setting.github.fail("/issues", with: Self.replies[index])
            var told = ""
            for _ in 0..<2 {
                do {
                    told += "\(try await setting.issues.show(repository: Self.name, number: 1))"
                } catch {
                    told += "\(error)"
                }
                setting.clock.advance(by: .seconds(1))
            }
            do {
                told += "\(try await setting.issues.create(repository: Self.name, title: "Tea"))"
            } catch {
                told += "\(error)"
            }
            told += "\(await setting.plugin.status()) \(setting.log.lines)"
            let cache = setting.plugin.directories.cache.string
            for file in FileManager.default.enumerator(atPath: cache)?.allObjects as? [String] ?? [] {
                told += file
                told += String(
                    decoding: FileManager.default.contents(atPath: "\(cache)/\(file)") ?? Data(), as: UTF8.self)
            }
            #expect(!told.contains("16C7e42F"), "\(told)")
            #expect(setting.github.requests.contains { $0.headers["authorization"] == "Bearer \(Self.token)" })
        }
    }

    @Test("is replaced by (redacted) in the answer")
    func replacement() async throws {
        let github = FakeGitHub { $0.tokens = [Self.token: "octocat"] }
        try await IssuesSetting.with(token: Self.token, github: github) { setting async throws in
            setting.github.fail("/issues", with: Self.replies[0])
            let issue = try await setting.issues.show(repository: Self.name, number: 1).issue
            #expect(issue.title == "Bearer (redacted)")
            #expect(issue.labels == ["(redacted)"])
        }
    }
}

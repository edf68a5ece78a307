import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("Responses that repeat the token", .timeLimit(.minutes(2)))
struct TokenEchoTests {
    private static let token = "gho_16C7e42F292c6912E7710c838347Ae178B4a"
    private static let name = "octocat/Hello-World"

    private static func issue(_ title: String) -> String {
        """
        {"number":1,"title":"\(title)","state":"open","labels":["\(token)"],"created_at":"2011-04-22T13:33:48Z",
         "updated_at":"2011-04-22T13:33:48Z","html_url":"https://github.com/\(token)","body":"\(token)"}
        """
    }

    /// Responses to a request for an issue, each of which repeats the token.
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

    @Test(
        "does not reveal the token in replies, errors, logs, status or files", arguments: replies.indices,
        Transport.allCases)
    func echo(index: Int, over transport: Transport) async throws {
        let github = FakeGitHub { $0.tokens = [Self.token: "octocat"] }
        try await IssuesFixture.with(over: transport, token: Self.token, github: github) { fixture async throws in
            fixture.github.fail("/issues", with: Self.replies[index])
            var output = ""
            for _ in 0..<2 {
                do {
                    output += "\(try await fixture.issues.show(repository: Self.name, number: 1))"
                } catch {
                    output += "\(error)"
                }
                fixture.clock.advance(by: .seconds(1))
            }
            do {
                output += "\(try await fixture.issues.create(repository: Self.name, title: "Tea"))"
            } catch {
                output += "\(error)"
            }
            output += "\(await fixture.plugin.status()) \(fixture.log.lines)"
            let cache = fixture.plugin.directories.cache.string
            for file in FileManager.default.enumerator(atPath: cache)?.allObjects as? [String] ?? [] {
                output += file
                output += String(
                    decoding: FileManager.default.contents(atPath: "\(cache)/\(file)") ?? Data(), as: UTF8.self)
            }
            #expect(!output.contains("16C7e42F"), "\(output)")
            #expect(fixture.github.requests.contains { $0.headers["authorization"] == "Bearer \(Self.token)" })
        }
    }

    @Test("replaces the token in a response with (redacted)")
    func replacement() async throws {
        let github = FakeGitHub { $0.tokens = [Self.token: "octocat"] }
        try await IssuesFixture.with(token: Self.token, github: github) { fixture async throws in
            fixture.github.fail("/issues", with: Self.replies[0])
            let issue = try await fixture.issues.show(repository: Self.name, number: 1).issue
            #expect(issue.title == "Bearer (redacted)")
            #expect(issue.labels == ["(redacted)"])
        }
    }
}

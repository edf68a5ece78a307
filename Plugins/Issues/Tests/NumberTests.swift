import Foundation
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

@Suite("Invalid responses of GitHub", .timeLimit(.minutes(2)))
struct NumberTests {
    private static func issue(
        number: String = "1", comments: String = "0", created: String = "2011-04-22T13:33:48Z", title: String = "Tea"
    ) -> String {
        """
        {"number":\(number),"title":"\(title)","state":"open","labels":[],"comments":\(comments),
         "created_at":"\(created)","updated_at":"2011-04-22T13:33:48Z","html_url":"https://github.com"}
        """
    }

    @Test(
        "reports the invalid field, and does not cache the response",
        arguments: [
            (issue(number: "0"), "'number' has an unexpected type or value"),
            (issue(number: "-7"), "'number' has an unexpected type or value"),
            (issue(created: "9999999-01-01T00:00:00Z"), "'created_at' has an unexpected type or value"),
            (issue(created: "2011-13-22T13:33:48Z"), "'created_at' has an unexpected type or value"),
            (issue(number: "1e400"), "it is not JSON"), (issue(number: "9223372036854775808"), "it is not JSON"),
        ])
    func issues(body: String, reason: String) async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail("/issues", with: .answer(status: 200, body: Array(body.utf8)))
            await #expect {
                try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .unreachable("invalid response: \(reason)", _) = error as? IssuesError else {
                    return false
                }
                return true
            }
            let folder = fixture.plugin.directories.cache.appending("anonymous").string
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            // GitHub is available: it has sent a value that the plugin does not understand.
            if reason != "it is not JSON" { #expect(await fixture.plugin.status().state == .running) }
        }
    }

    @Test("leaves out an invalid field, or a record that cannot be shown without it, and lists the others")
    func reducedRecords() async throws {
        try await IssuesFixture.with { fixture async throws in
            let reduced: [[String: Any]] = [
                ["labels": [NSNull(), ["name": "bug"], ["name": 7]]], ["assignees": [NSNull(), ["login": "octocat"]]],
                ["milestone": ["title": NSNull()]], ["comments": -1], ["user": ["login": NSNull()]], ["body": []],
                ["updated_at": NSNull()], ["closed_at": "soon"], ["created_at": "2011-04-22T15:33:48+02:00"],
            ]
            let dropped: [[String: Any]] = [
                ["title": NSNull()], ["number": "1"], ["state": "frozen"], ["created_at": NSNull()], ["html_url": []],
            ]
            let issue = try JSONSerialization.jsonObject(with: Data(Self.issue().utf8)) as? [String: Any] ?? [:]
            let records: [Any] = [NSNull(), 7, []] + (reduced + dropped).map { issue.merging($0) { $1 } } + [issue]
            fixture.github.fail("/issues", with: .json(records))
            let issues = try await collect(fixture.issues.issues(repository: "octocat/Hello-World"))
                .compactMap(\.issue)
            #expect(issues.count == reduced.count + 1)
            #expect(issues.allSatisfy { $0.created == "2011-04-22T13:33:48Z" && $0.updated == $0.created })
            #expect(issues[0].labels == ["bug"])
            #expect(issues[1].assignees == ["octocat"])
            #expect(await fixture.plugin.status().state == .running)
            #expect(fixture.log.lines.contains { $0.hasPrefix("records of a response of GitHub are invalid") })
        }
    }

    @Test("accepts the largest numbers, and null for comments")
    func largeNumbers() throws {
        let json = Self.issue(number: "9223372036854775807", comments: "null", created: "2011-04-22T13:33:48.123Z")
        let issue = try ReceivedJSON.decode(GitHubIssue.self, from: Array(json.utf8))
        #expect(issue.number == .max)
        #expect(issue.comments == 0)
    }

    @Test("rejects negative numbers in repositories and milestones")
    func others() {
        let repository = #"{"full_name":"a/b","private":false,"open_issues_count":-1,"html_url":"https://github.com"}"#
        #expect(throws: DecodingError.self) {
            try ReceivedJSON.decode(Repository.self, from: Array(repository.utf8))
        }
        #expect(throws: DecodingError.self) {
            try ReceivedJSON.decode(MilestonePayload.self, from: Array(#"{"number":-5,"title":"v1.0"}"#.utf8))
        }
    }

    @Test("lists issues with U+0000 in a title", arguments: Transport.allCases)
    func nullCharacter(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            let body = "[\(Self.issue(title: "Te\\u0000a")),\(Self.issue(number: "2"))]"
            fixture.github.fail("/issues", with: .answer(status: 200, body: Array(body.utf8)))
            let titles = try await collect(fixture.issues.issues(repository: "octocat/Hello-World")).map(\.issue?.title)
            #expect(titles == ["Te\u{FFFD}a", "Tea"])
        }
    }

    @Test(
        "limits the interval and the lifetime of a code to one day",
        arguments: [
            ("9223372036854775807", 86_400, 86_400), ("-9223372036854775808", 1, 0), ("86401", 86_400, 86_400),
            ("900", 900, 900),
        ])
    func deviceFlow(number: String, interval: Int, lifetime: Int) throws {
        let json = #"{"interval":\#(number),"expires_in":\#(number)}"#
        let answer = try ReceivedJSON.decode(DeviceFlowResponse.self, from: Array(json.utf8))
        #expect(answer.interval == .seconds(interval))
        #expect(answer.lifetime == .seconds(lifetime))
    }
}

import Foundation
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

/// Numbers and texts of an upstream server that no issue has.
@Suite("Invalid answers of GitHub", .timeLimit(.minutes(10)))
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
        "are reported with the field, and not cached",
        arguments: [
            (issue(number: "0"), "'number' is not what GitHub's documentation says"),
            (issue(number: "-7"), "'number' is not what GitHub's documentation says"),
            (issue(comments: "-1"), "'comments' is not what GitHub's documentation says"),
            (issue(created: "9999999-01-01T00:00:00Z"), "'created_at' is not what GitHub's documentation says"),
            (issue(created: "2011-13-22T13:33:48Z"), "'created_at' is not what GitHub's documentation says"),
            (issue(number: "1e400"), "it is not JSON"), (issue(number: "9223372036854775808"), "it is not JSON"),
        ])
    func issues(body: String, reason: String) async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("/issues", with: .answer(status: 200, body: Array(body.utf8)))
            await #expect {
                try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .unreachable("what it answered can't be read: \(reason)", _) = error as? IssuesError else {
                    return false
                }
                return true
            }
            let folder = setting.plugin.directories.cache.appending("anonymous").string
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test("accepts the largest numbers, and no comments")
    func largeNumbers() throws {
        let json = Self.issue(number: "9223372036854775807", comments: "null", created: "2011-04-22T13:33:48.123Z")
        let issue = try ReceivedJSON.decode(GitHubIssue.self, from: Array(json.utf8))
        #expect(issue.number == .max)
        #expect(issue.comments == 0)
    }

    @Test("are rejected in repositories and milestones")
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
        try await IssuesSetting.with(over: transport) { setting async throws in
            let body = "[\(Self.issue(title: "Te\\u0000a")),\(Self.issue(number: "2"))]"
            setting.github.fail("/issues", with: .answer(status: 200, body: Array(body.utf8)))
            let titles = try await collect(setting.issues.issues(repository: "octocat/Hello-World")).map(\.issue?.title)
            #expect(titles == ["Te\u{FFFD}a", "Tea"])
        }
    }

    @Test(
        "limits the intervals and the life of a sign-in to a day",
        arguments: [
            ("9223372036854775807", 86_400, 86_400), ("-9223372036854775808", 1, 0), ("86401", 86_400, 86_400),
            ("900", 900, 900),
        ])
    func deviceFlow(number: String, interval: Int, life: Int) throws {
        let json = #"{"interval":\#(number),"expires_in":\#(number)}"#
        let answer = try ReceivedJSON.decode(DeviceFlowAnswer.self, from: Array(json.utf8))
        #expect(answer.interval == .seconds(interval))
        #expect(answer.life == .seconds(life))
    }
}

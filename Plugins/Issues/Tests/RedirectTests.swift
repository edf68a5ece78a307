import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// docs.github.com, "Best practices for using the REST API", "Follow redirects".
@Suite("Redirects", .timeLimit(.minutes(10)))
struct RedirectTests {
    @Test("of a repository that has another name now are followed, and remembered")
    func renamed() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            setting.github.change { $0.renames["octocat/old"] = "octocat/Hello-World" }
            for _ in 0..<2 {
                #expect(try await setting.issues.show(repository: "octocat/old", number: 1).issue.number == 1)
            }
            #expect(
                setting.github.requests.map(\.path) == [
                    "/repos/octocat/old/issues/1", "/repositories/1296269/issues/1", "/repositories/1296269/issues/1",
                ])
            #expect(setting.github.requests.allSatisfy { $0.headers["authorization"] == "Bearer gho_octocat" })
        }
    }

    @Test("keep the method and the body of what creates something")
    func create() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            setting.github.change { $0.renames["octocat/old"] = "octocat/Hello-World" }
            let created = try await setting.issues.create(repository: "octocat/old", title: "Tea", body: "Green.")
            #expect(created.issue.title == "Tea")
            #expect(try await setting.issues.show(repository: "octocat/Hello-World", number: 5).body == "Green.")
        }
    }

    @Test("that are not for good are not remembered", arguments: [302, 307])
    func temporary(status: Int) async throws {
        try await IssuesSetting.with { setting async throws in
            let target = "\(setting.server.url)/repositories/1296269/issues/1"
            setting.github.fail(
                "/octocat/Hello-World/issues/1", with: .answer(status: status, headers: ["location": target]), times: 1)
            for _ in 0..<2 {
                #expect(try await setting.issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
            }
            #expect(
                setting.github.requests.map(\.path) == [
                    "/repos/octocat/Hello-World/issues/1", "/repositories/1296269/issues/1",
                    "/repos/octocat/Hello-World/issues/1",
                ])
        }
    }

    @Test("to another server are not followed: the token is not for it")
    func otherServer() async throws {
        let other = FakeGitHub()
        try await LoopbackServer.with({ other.reply(to: $0) }) { elsewhere in
            try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
                setting.github.fail(
                    "/issues/1",
                    with: .answer(status: 301, headers: ["location": "\(elsewhere.url)/repositories/1296269/issues/1"]))
                await #expect {
                    try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
                } throws: { error in
                    guard case .unreachable(let reason, _) = error as? IssuesError else { return false }
                    return reason.contains("redirects to another server, 127.0.0.1")
                }
                #expect(other.requests.isEmpty)
            }
        }
    }

    @Test("that lead nowhere end", arguments: [nil, "/repos/octocat/Hello-World/issues/1"])
    func circle(location: String?) async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail(
                "/issues/1", with: .answer(status: 302, headers: location.map { ["location": $0] } ?? [:]))
            await #expect {
                try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .unreachable(let reason, _) = error as? IssuesError else { return false }
                return reason.contains("redirects")
            }
        }
    }
}

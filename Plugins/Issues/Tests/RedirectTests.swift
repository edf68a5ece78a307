import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// Tests of redirects: docs.github.com, "Best practices for using the REST API", "Follow redirects".
@Suite("Redirects", .timeLimit(.minutes(2)))
struct RedirectTests {
    @Test("follows the redirect of a renamed repository at each request")
    func renamed() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            fixture.github.change { $0.renames["octocat/old"] = "octocat/Hello-World" }
            for _ in 0..<2 {
                #expect(try await fixture.issues.show(repository: "octocat/old", number: 1).issue.number == 1)
            }
            let paths = ["/repos/octocat/old/issues/1", "/repositories/1296269/issues/1"]
            #expect(fixture.github.requests.map(\.path) == paths + paths)
            #expect(fixture.github.requests.allSatisfy { $0.headers["authorization"] == "Bearer gho_octocat" })
        }
    }

    @Test("a change concerns the repository that has the name now, not the renamed one that was shown before")
    func reusedName() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            fixture.github.change { $0.renames["octocat/old"] = "octocat/Hello-World" }
            #expect(try await fixture.issues.show(repository: "octocat/old", number: 1).issue.title == "Found a bug")
            fixture.github.change { state in
                state.renames = [:]
                state.repos.append(
                    FakeGitHub.Repo(
                        id: 1_296_300, name: "octocat/old", issues: [FakeGitHub.Entry(number: 1, title: "New here")]))
            }
            #expect(try await fixture.issues.close(repository: "octocat/old", number: 1).issue.title == "New here")
            _ = try await fixture.issues.comment(body: "Done.", repository: "octocat/old", number: 1)
            let repos = fixture.github.current.repos
            #expect(repos[0].issues[0].state == "open")
            #expect(repos[0].issues[0].comments.isEmpty)
            #expect(repos.last?.issues[0].comments == ["Done."])
            #expect(try await fixture.issues.show(repository: "octocat/old", number: 1).issue.title == "New here")
        }
    }

    @Test("a permanent redirect of a proxy has no effect after the outage", arguments: [301, 308])
    func outage(status: Int) async throws {
        try await IssuesFixture.with { fixture async throws in
            let portal = "\(fixture.server.url)/portal"
            fixture.github.fail("/portal", with: .answer(status: 200, body: Array("<html>".utf8)))
            for path in ["/issues/1", "/device/code"] {
                fixture.github.fail(path, with: .answer(status: status, headers: ["location": portal]), times: 1)
            }
            await #expect(throws: IssuesError.self) {
                try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            }
            await #expect(throws: IssuesError.self) { try await collect(fixture.issues.login()) }
            #expect(fixture.github.requests.count { $0.path == "/portal" } == 2)
            #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
            try await fixture.login()
        }
    }

    @Test("keeps the method and the body of a redirected request")
    func create() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            fixture.github.change { $0.renames["octocat/old"] = "octocat/Hello-World" }
            let created = try await fixture.issues.create(repository: "octocat/old", title: "Tea", body: "Green.")
            #expect(created.issue.title == "Tea")
            #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 5).body == "Green.")
        }
    }

    @Test("does not record temporary redirects", arguments: [302, 307])
    func temporary(status: Int) async throws {
        try await IssuesFixture.with { fixture async throws in
            let target = "\(fixture.server.url)/repositories/1296269/issues/1"
            fixture.github.fail(
                "/octocat/Hello-World/issues/1", with: .answer(status: status, headers: ["location": target]), times: 1)
            for _ in 0..<2 {
                #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
            }
            #expect(
                fixture.github.requests.map(\.path) == [
                    "/repos/octocat/Hello-World/issues/1", "/repositories/1296269/issues/1",
                    "/repos/octocat/Hello-World/issues/1",
                ])
        }
    }

    @Test("does not follow redirects to another server")
    func otherServer() async throws {
        let other = FakeGitHub()
        try await LoopbackServer.with({ other.reply(to: $0) }) { elsewhere in
            try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
                fixture.github.fail(
                    "/issues/1",
                    with: .answer(status: 301, headers: ["location": "\(elsewhere.url)/repositories/1296269/issues/1"]))
                await #expect {
                    try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
                } throws: { error in
                    guard case .unreachable(let reason, _) = error as? IssuesError else { return false }
                    return reason.contains("redirect to another server, 127.0.0.1")
                }
                #expect(other.requests.isEmpty)
            }
        }
    }

    @Test(
        "rejects redirects without a target, and redirect loops",
        arguments: [nil, "/repos/octocat/Hello-World/issues/1"])
    func loop(location: String?) async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail(
                "/issues/1", with: .answer(status: 302, headers: location.map { ["location": $0] } ?? [:]))
            await #expect {
                try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .unreachable(let reason, _) = error as? IssuesError else { return false }
                return reason.contains("redirect")
            }
        }
    }
}

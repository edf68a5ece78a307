import Foundation
import HostInterface
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("How the plugin is", .timeLimit(.minutes(10)))
struct HealthTests {
    @Test("degraded since GitHub can't be reached, and well when it answers again", arguments: Transport.allCases)
    func away(over transport: Transport) async throws {
        try await IssuesSetting.with(over: transport, token: "gho_octocat") { setting async throws in
            #expect(await setting.plugin.status().state == .running)
            await setting.server.unplug()
            await #expect(throws: IssuesError.self) {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
            }
            // What follows is that a connection was refused, or that one which was kept has been closed.
            let reason = "GitHub: it can't be reached since 2027-01-15T08:00:00Z: "
            #expect(await setting.plugin.status().state == .degraded)
            #expect(await setting.plugin.status().reason?.hasPrefix(reason) == true)
            // The second failure, a minute later, does not change since when it is so. The watch for GitHub's return fails first, and
            // rests then: of requests that wait for connections at once, the first that is refused ends all.
            try await setting.clock.sleeper()
            setting.clock.advance(by: .seconds(60))
            try await setting.clock.sleeper()
            await #expect(throws: IssuesError.self) {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
            }
            #expect(await setting.plugin.status().reason?.hasPrefix(reason) == true)
            #expect(setting.log.lines.filter { $0.contains("GitHub is away") }.count == 1)

            try await setting.server.plugIn()
            _ = try await setting.issues.whoAmI()
            #expect(await setting.plugin.status().state == .running)
            #expect(setting.log.lines.filter { $0.contains("GitHub is back") }.count == 1)
        }
    }

    @Test("well again when GitHub is back, though nobody asks it for anything")
    func watch() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            setting.github.fail("/", with: .drop)
            await #expect(throws: IssuesError.self) { try await setting.issues.whoAmI() }
            // Asked twice more in vain.
            try await setting.clock.passNext()
            try await setting.clock.passNext()
            try await setting.clock.sleeper()
            #expect(await setting.plugin.status().state == .degraded)
            setting.github.repair()
            // By more than its third pause; the next one to wake might be another one.
            setting.clock.advance(by: .seconds(60))
            try await setting.log.line(with: "GitHub is back")
            #expect(await setting.plugin.status().state == .running)
            let watched = setting.github.current.requests.filter { $0.path == "/rate_limit" }
            #expect(!watched.isEmpty)
            #expect(watched.allSatisfy { $0.headers["authorization"] == nil })
        }
    }

    @Test("degraded when GitHub does not accept the token, until another one is there")
    func token() async throws {
        try await IssuesSetting.with { setting async throws in
            try await setting.login()
            setting.github.change { $0.tokens = ["gho_next": "octocat"] }
            await #expect { try await setting.issues.whoAmI() } throws: { IssuesCommandsTests.isNotSignedIn($0) }
            #expect(await setting.plugin.status().state == .degraded)
            let reason = await setting.plugin.status().reason
            #expect(reason?.hasPrefix("GitHub: it does not accept the token since 2027-01-15T08:00:0") == true)
            setting.github.change { $0.issuedToken = "gho_next" }
            try await setting.login()
            #expect(await setting.plugin.status().state == .running)
        }
    }
}

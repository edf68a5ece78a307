import Foundation
import HostInterface
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("Health of the plugin", .timeLimit(.minutes(2)))
struct HealthTests {
    @Test("the plugin is degraded while GitHub is unavailable", arguments: Transport.allCases)
    func unavailable(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport, token: "gho_octocat") { fixture async throws in
            #expect(await fixture.plugin.status().state == .running)
            await fixture.server.unplug()
            await #expect(throws: IssuesError.self) {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
            }
            // The end of the reason depends on whether a new connection was refused or an idle one was closed.
            let reason = "GitHub: unavailable since 2027-01-15T08:00:00Z: "
            #expect(await fixture.plugin.status().state == .degraded)
            #expect(await fixture.plugin.status().reason?.hasPrefix(reason) == true)
            // A second failure a minute later does not change the start of the outage. The test first waits until the
            // probe of the recovery monitor has failed, so that the probe does not affect the command.
            try await fixture.clock.sleeper()
            fixture.clock.advance(by: .seconds(60))
            try await fixture.clock.sleeper()
            await #expect(throws: IssuesError.self) {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
            }
            #expect(await fixture.plugin.status().reason?.hasPrefix(reason) == true)
            #expect(fixture.log.lines.filter { $0.contains("GitHub is unavailable") }.count == 1)

            try await fixture.server.plugIn()
            _ = try await fixture.issues.whoAmI()
            #expect(await fixture.plugin.status().state == .running)
            #expect(fixture.log.lines.filter { $0.contains("GitHub is available again") }.count == 1)
        }
    }

    @Test("the plugin recovers without a command when GitHub is available again")
    func recovery() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            fixture.github.fail("/", with: .drop)
            await #expect(throws: IssuesError.self) { try await fixture.issues.whoAmI() }
            // Two further probes fail.
            try await fixture.clock.passNext()
            try await fixture.clock.passNext()
            try await fixture.clock.sleeper()
            #expect(await fixture.plugin.status().state == .degraded)
            fixture.github.repair()
            // The clock advances by more than the third delay, because other tasks also sleep.
            fixture.clock.advance(by: .seconds(60))
            try await fixture.log.wait(for: "GitHub is available again")
            #expect(await fixture.plugin.status().state == .running)
            let watched = fixture.github.current.requests.filter { $0.path == "/rate_limit" }
            #expect(!watched.isEmpty)
            #expect(watched.allSatisfy { $0.headers["authorization"] == nil })
        }
    }

    @Test("the plugin is degraded while GitHub rejects the token")
    func token() async throws {
        try await IssuesFixture.with { fixture async throws in
            try await fixture.login()
            fixture.github.change { $0.tokens = ["gho_next": "octocat"] }
            await #expect { try await fixture.issues.whoAmI() } throws: { IssuesServiceTests.isNotSignedIn($0) }
            #expect(await fixture.plugin.status().state == .degraded)
            let reason = await fixture.plugin.status().reason
            #expect(reason?.hasPrefix("GitHub: token rejected since 2027-01-15T08:00:0") == true)
            fixture.github.change { $0.issuedToken = "gho_next" }
            try await fixture.login()
            #expect(await fixture.plugin.status().state == .running)
        }
    }
}

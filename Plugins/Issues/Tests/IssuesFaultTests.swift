import Issues
import Testing
import Trellis
import TrellisTesting

/// The reaction of Issues to injected faults of the network.
@Suite("Faults of Issues", .timeLimit(.minutes(2)))
struct IssuesFaultTests {
    @Test("a refused connection is retried, and degrades the plugin when all attempts fail, until a request succeeds")
    func refused() async throws {
        try await IssuesFixture.with { fixture async throws in
            let issues = fixture.issues
            try fixture.plugin.inject("2*error(ECONNREFUSED)", at: "http.request")
            #expect(try await issues.show(repository: "octocat/Hello-World", number: 1).issue.title == "Found a bug")
            #expect(fixture.github.requests.count == 1)
            #expect(await fixture.plugin.status().state == .running)

            try fixture.plugin.inject("3*error(ECONNREFUSED)", at: "http.request")
            let error = await #expect(throws: IssuesError.self) {
                try await issues.show(repository: "octocat/Hello-World", number: 3)
            }
            guard case .unreachable(let reason, _) = error else {
                Issue.record("unexpected error: \(String(describing: error))")
                return
            }
            #expect(reason.hasSuffix("Connection refused"))
            #expect(fixture.github.requests.count == 1)
            #expect(await fixture.plugin.status().state == .degraded)

            // For some seconds after a failure, no request is sent.
            fixture.clock.advance(by: .seconds(6))
            #expect(try await issues.show(repository: "octocat/Hello-World", number: 3).issue.title == "Say more")
            #expect(await fixture.plugin.status().state == .running)
        }
    }
}

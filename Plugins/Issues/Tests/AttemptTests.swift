import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

@Suite("Attempts of GitHub requests", .timeLimit(.minutes(2)))
struct AttemptTests {
    @Test("attempts a read up to three times, with exponential backoff and jitter")
    func retries() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail("/issues/1", with: .drop, times: 2)
            #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 1).age == nil)
            #expect(fixture.github.requests.count == 3)
            #expect(fixture.clock.skippedSleeps.count == 2)
            let first = try #require(fixture.clock.skippedSleeps.first)
            let second = try #require(fixture.clock.skippedSleeps.last)
            #expect((.milliseconds(200) ... .milliseconds(400)).contains(first))
            #expect((.milliseconds(400) ... .milliseconds(800)).contains(second))
            // The plugin stays healthy.
            #expect(await fixture.plugin.status().state == .running)
        }
    }

    @Test("uses different random delays for different requests")
    func jitter() async throws {
        try await IssuesFixture.with { fixture async throws in
            for _ in 0..<10 {
                fixture.github.fail("/issues/1", with: .drop, times: 1)
                _ = try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            }
            #expect(fixture.clock.skippedSleeps.count == 10)
            #expect(Set(fixture.clock.skippedSleeps).count > 1)
        }
    }

    @Test("does not retry a request while GitHub is unavailable")
    func oneAttempt() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail("/", with: .drop)
            for expected in [3, 4, 5] {
                await #expect(throws: IssuesError.self) {
                    try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
                }
                #expect(fixture.github.requests.count == expected)
            }
        }
    }

    @Test("fails waiting requests when a concurrent request fails")
    func line() async throws {
        // The timeout is long enough for all requests to wait for a permit.
        try await IssuesFixture.with(settings: ["timeout": "10s"]) { fixture async throws in
            fixture.github.fail("/", with: .hang)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...40 {
                    group.addTask {
                        let issues = fixture.issues
                        await #expect(throws: IssuesError.self) {
                            try await issues.show(repository: "octocat/Hello-World", number: number)
                        }
                    }
                }
                try await group.waitForAll()
            }
            // Only the concurrent requests were sent. Each of them timed out and was not retried.
            #expect(fixture.github.requests.count <= GitHubClient.maximumConcurrentRequests)
        }
    }
}

import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

@Suite("A request to GitHub", .timeLimit(.minutes(10)))
struct AttemptTests {
    @Test("is tried three times when it only reads, with a pause that is longer each time and left to chance")
    func retries() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("/issues/1", with: .drop, times: 2)
            #expect(try await setting.issues.show(repository: "octocat/Hello-World", number: 1).age == nil)
            #expect(setting.github.requests.count == 3)
            #expect(setting.clock.pauses.count == 2)
            let (first, second) = (try #require(setting.clock.pauses.first), try #require(setting.clock.pauses.last))
            #expect((.milliseconds(200) ... .milliseconds(400)).contains(first))
            #expect((.milliseconds(400) ... .milliseconds(800)).contains(second))
            // Nobody noticed.
            #expect(await setting.plugin.status().state == .running)
        }
    }

    @Test("is tried again after a pause that differs from one to the next")
    func jitter() async throws {
        try await IssuesSetting.with { setting async throws in
            for _ in 0..<10 {
                setting.github.fail("/issues/1", with: .drop, times: 1)
                _ = try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            }
            #expect(setting.clock.pauses.count == 10)
            #expect(Set(setting.clock.pauses).count > 1)
        }
    }

    @Test("is tried once while GitHub is known to be away")
    func oneAttempt() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("/", with: .drop)
            for expected in [3, 4, 5] {
                await #expect(throws: IssuesError.self) {
                    try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
                }
                #expect(setting.github.requests.count == expected)
            }
        }
    }

    @Test("is shared by those who wait in line: when the first ones have found nobody, the others don't look")
    func line() async throws {
        // Long enough for all to stand in line.
        try await IssuesSetting.with(settings: ["timeout": "10s"]) { setting async throws in
            setting.github.fail("/", with: .hang)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...40 {
                    group.addTask {
                        let issues = setting.issues
                        await #expect(throws: IssuesError.self) {
                            try await issues.show(repository: "octocat/Hello-World", number: number)
                        }
                    }
                }
                try await group.waitForAll()
            }
            // As many as are under way at a time; each has used its time up, and is not tried again.
            #expect(setting.github.requests.count <= GitHubClient.width)
        }
    }
}

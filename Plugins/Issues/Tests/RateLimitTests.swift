import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

/// docs.github.com, "Rate limits for the REST API".
@Suite("GitHub's limits", .timeLimit(.minutes(10)))
struct RateLimitTests {
    @Test("are kept: the time to try again is told, and nothing is sent before it")
    func primary() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.change { $0.remaining = 1 }
            _ = try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            let count = setting.github.requests.count
            for _ in 0..<3 {
                await #expect(
                    throws: IssuesError.rateLimited(
                        until: "2027-01-15T09:00:00Z", seconds: 3_600, message: "the requests of this hour are used up")
                ) { try await setting.issues.show(repository: "octocat/Hello-World", number: 2) }
            }
            #expect(setting.github.requests.count == count)
            let status = await setting.plugin.status()
            #expect(status.state == .degraded)
            #expect(
                status.reason == "GitHub: it takes no requests since 2027-01-15T08:00:00Z, until 2027-01-15T09:00:00Z")
            setting.github.change { $0.remaining = 5_000 }
            setting.clock.advance(by: .seconds(3_601))
            #expect(try await setting.issues.show(repository: "octocat/Hello-World", number: 2).issue.number == 2)
            #expect(await setting.plugin.status().state == .running)
        }
    }

    @Test("leave what was read before, which is answered from the cache with its age", arguments: ReadCommand.allCases)
    func cached(command: ReadCommand) async throws {
        try await IssuesSetting.with(over: .socket, token: "gho_octocat") { setting async throws in
            setting.github.change { $0.pageSize = 2 }
            let fresh = try await command.replies(of: setting.issues)
            setting.clock.advance(by: .seconds(90))
            let limit = LoopbackServer.Reply.error(429, "You have exceeded a secondary rate limit.")
            setting.github.fail("/", with: limit.adding(["retry-after": "600"]))
            let count = setting.github.requests.count
            for _ in 0..<2 {
                let cached = try await command.replies(of: setting.issues)
                #expect(cached.map(\.text) == fresh.map(\.text))
                #expect(cached.allSatisfy { $0.age == 90 })
            }
            // The first request was refused; no other was sent.
            #expect(setting.github.requests.count == count + 1)
            #expect(await setting.plugin.status().state == .degraded)
            await #expect {
                try await setting.issues.show(repository: "github/docs", number: 1)
            } throws: { error in
                guard case .rateLimited(_, 600, _) = error as? IssuesError else { return false }
                return true
            }
            setting.github.repair()
            setting.clock.advance(by: .seconds(601))
            #expect(try await command.replies(of: setting.issues) == fresh)
        }
    }

    @Test("are kept when somebody else has used them up")
    func refusal() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.change { $0.remaining = 0 }
            for _ in 0..<2 {
                await #expect(
                    throws: IssuesError.rateLimited(
                        until: "2027-01-15T09:00:00Z", seconds: 3_600, message: "API rate limit exceeded for 127.0.0.1."
                    )
                ) { try await setting.issues.show(repository: "octocat/Hello-World", number: 2) }
            }
            #expect(setting.github.requests.count == 1)
        }
    }

    @Test(
        "against bursts are kept, by the header retry-after where there is one",
        arguments: [(403, "120", 120), (429, "7", 7), (403, nil, 60), (429, nil, 60)] as [(Int, String?, Int)])
    func secondary(status: Int, header: String?, seconds: Int) async throws {
        try await IssuesSetting.with { setting async throws in
            let message = "You have exceeded a secondary rate limit."
            let refusal = LoopbackServer.Reply.error(status, message)
            setting.github.fail(
                "/issues/1", with: header.map { refusal.adding(["retry-after": $0]) } ?? refusal, times: 1)
            for _ in 0..<2 {
                await #expect {
                    try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
                } throws: { error in
                    guard case .rateLimited(_, seconds, message) = error as? IssuesError else { return false }
                    return true
                }
            }
            setting.clock.advance(by: .seconds(seconds + 1))
            #expect(try await setting.issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
            #expect(setting.github.requests.count == 2)
        }
    }

    @Test("are those of an account: a sign-in has its own")
    func perAccount() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.change { $0.remaining = 0 }
            await #expect(throws: IssuesError.self) {
                try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            }
            setting.github.change { $0.remaining = 5_000 }
            try await setting.login()
            #expect(try await setting.issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
        }
    }

    @Test("lengthen the wait when they are hit again and again, and are forgotten after a success")
    func strikes() {
        var limit = RateLimit()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let refusal = HTTPResponse(status: 429)
        var waits: [TimeInterval] = []
        for _ in 0..<8 {
            let isRefused = limit.note(refusal, at: start)
            #expect(isRefused)
            waits.append(limit.until?.timeIntervalSince(start) ?? 0)
        }
        #expect(waits == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
        let refusals = [HTTPResponse(status: 200), refusal].map { limit.note($0, at: start) }
        #expect(refusals == [false, true])
        #expect(limit.until?.timeIntervalSince(start) == 60)
    }

    @Test("are not believed when they are absurd")
    func absurdity() {
        var limit = RateLimit()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        func isRefused(_ status: Int, _ headers: [String: String]) -> Bool {
            limit.note(HTTPResponse(status: status, headers: headers), at: start)
        }
        let farAway = isRefused(429, ["retry-after": "99999999"])
        #expect(farAway)
        #expect(limit.until == start + 7_200)
        let longAgo = isRefused(403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1"])
        #expect(longAgo)
        #expect(limit.until == start + 1)
        for text in ["nan", "inf", "1e9", "-1", "soon"] {
            let isLimited = isRefused(429, ["retry-after": text])
            #expect(isLimited)
            #expect((1...3_600).contains(limit.until?.timeIntervalSince(start) ?? 0), "\(text)")
        }
        let others = [isRefused(403, ["x-ratelimit-remaining": "12"]), isRefused(500, [:])]
        #expect(others == [false, false])
    }

    @Test("against bursts of changes: a second between two")
    func pause() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            _ = try await setting.issues.create(repository: "octocat/Hello-World", title: "One")
            #expect(setting.clock.pauses == [])
            _ = try await setting.issues.create(repository: "octocat/Hello-World", title: "Two")
            #expect(setting.clock.pauses == [.seconds(1)])
            setting.clock.advance(by: .seconds(5))
            _ = try await setting.issues.create(repository: "octocat/Hello-World", title: "Three")
            #expect(setting.clock.pauses == [.seconds(1)])
        }
    }
}

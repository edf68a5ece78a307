import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

/// Tests of the rate limits: docs.github.com, "Rate limits for the REST API".
@Suite("Rate limits", .timeLimit(.minutes(2)))
struct RateLimitTests {
    @Test("reports the time of the reset, and sends no request before that time")
    func primary() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.change { $0.remaining = 1 }
            _ = try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            let count = fixture.github.requests.count
            for _ in 0..<3 {
                await #expect(
                    throws: IssuesError.rateLimited(
                        until: "2027-01-15T09:00:00Z", seconds: 3_600,
                        message: "the hourly limit of requests is reached")
                ) { try await fixture.issues.show(repository: "octocat/Hello-World", number: 2) }
            }
            #expect(fixture.github.requests.count == count)
            let status = await fixture.plugin.status()
            #expect(status.state == .degraded)
            #expect(
                status.reason == "GitHub: rate limited since 2027-01-15T08:00:00Z, until 2027-01-15T09:00:00Z")
            fixture.github.change { $0.remaining = 5_000 }
            fixture.clock.advance(by: .seconds(3_601))
            #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 2).issue.number == 2)
            #expect(await fixture.plugin.status().state == .running)
        }
    }

    @Test("returns cached responses with their age", arguments: ReadCommand.allCases)
    func cached(command: ReadCommand) async throws {
        try await IssuesFixture.with(over: .socket, token: "gho_octocat") { fixture async throws in
            fixture.github.change { $0.pageSize = 2 }
            let fresh = try await command.replies(of: fixture.issues)
            fixture.clock.advance(by: .seconds(90))
            let limit = LoopbackServer.Reply.error(429, "You have exceeded a secondary rate limit.")
            fixture.github.fail("/", with: limit.adding(["retry-after": "600"]))
            let count = fixture.github.requests.count
            for _ in 0..<2 {
                let cached = try await command.replies(of: fixture.issues)
                #expect(cached.map(\.text) == fresh.map(\.text))
                #expect(cached.allSatisfy { $0.age == 90 })
            }
            // The first request was rejected, and no further request was sent.
            #expect(fixture.github.requests.count == count + 1)
            #expect(await fixture.plugin.status().state == .degraded)
            await #expect {
                try await fixture.issues.show(repository: "github/docs", number: 1)
            } throws: { error in
                guard case .rateLimited(_, 600, _) = error as? IssuesError else { return false }
                return true
            }
            fixture.github.repair()
            fixture.clock.advance(by: .seconds(601))
            #expect(try await command.replies(of: fixture.issues) == fresh)
        }
    }

    @Test("respects a limit that other clients have exhausted")
    func rejection() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.change { $0.remaining = 0 }
            for _ in 0..<2 {
                await #expect(
                    throws: IssuesError.rateLimited(
                        until: "2027-01-15T09:00:00Z", seconds: 3_600, message: "API rate limit exceeded for 127.0.0.1."
                    )
                ) { try await fixture.issues.show(repository: "octocat/Hello-World", number: 2) }
            }
            #expect(fixture.github.requests.count == 1)
        }
    }

    @Test(
        "respects secondary limits, with and without Retry-After",
        arguments: [(403, "120", 120), (429, "7", 7), (403, nil, 60), (429, nil, 60)] as [(Int, String?, Int)])
    func secondary(status: Int, header: String?, seconds: Int) async throws {
        try await IssuesFixture.with { fixture async throws in
            let message = "You have exceeded a secondary rate limit."
            let rejection = LoopbackServer.Reply.error(status, message)
            fixture.github.fail(
                "/issues/1", with: header.map { rejection.adding(["retry-after": $0]) } ?? rejection, times: 1)
            for _ in 0..<2 {
                await #expect {
                    try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
                } throws: { error in
                    guard case .rateLimited(_, seconds, message) = error as? IssuesError else { return false }
                    return true
                }
            }
            fixture.clock.advance(by: .seconds(seconds + 1))
            #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
            #expect(fixture.github.requests.count == 2)
        }
    }

    @Test("tracks the limit of each account separately")
    func perAccount() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.change { $0.remaining = 0 }
            await #expect(throws: IssuesError.self) {
                try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            }
            fixture.github.change { $0.remaining = 5_000 }
            try await fixture.login()
            #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
        }
    }

    @Test("doubles the delay with each consecutive rejection, and resets the delay after a success")
    func rejections() {
        var limit = RateLimit()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let rejection = HTTPResponse(status: 429)
        var backoff: [TimeInterval] = []
        for _ in 0..<8 {
            let isRejected = limit.record(rejection, of: .core, at: start)
            #expect(isRejected)
            backoff.append(limit.pause(of: .core, at: start)?.until.timeIntervalSince(start) ?? 0)
        }
        #expect(backoff == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
        let rejections = [HTTPResponse(status: 200), rejection].map {
            limit.record($0, of: .core, at: start)
        }
        #expect(rejections == [false, true])
        #expect(limit.pause(of: .core, at: start)?.until.timeIntervalSince(start) == 60)
    }

    @Test("limits the delay when the reset time is implausible")
    func absurdity() {
        var limit = RateLimit()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        func isRejected(_ status: Int, _ headers: [String: String]) -> Bool {
            limit.record(HTTPResponse(status: status, headers: headers), of: .core, at: start)
        }
        var until: Date? { limit.pause(of: .core, at: start)?.until }
        let farAway = isRejected(429, ["retry-after": "99999999"])
        #expect(farAway)
        #expect(until == start + 7_200)
        let longAgo = isRejected(403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1"])
        #expect(longAgo)
        #expect(until == start + 60)
        for text in ["nan", "inf", "1e9", "-1", "soon"] {
            let isLimited = isRejected(429, ["retry-after": text])
            #expect(isLimited)
            #expect((1...3_600).contains(until?.timeIntervalSince(start) ?? 0), "\(text)")
        }
        let others = [isRejected(403, ["x-ratelimit-remaining": "12"]), isRejected(500, [:])]
        #expect(others == [false, false])
    }

    @Test("measures the reset against GitHub's clock", arguments: [-7_200.0, 0, 7_200])
    func otherClock(ahead: TimeInterval) {
        var limit = RateLimit()
        let sent = Date(timeIntervalSince1970: 1_800_000_000)
        let now = sent + ahead
        let headers = [
            "date": "Fri, 15 Jan 2027 08:00:00 GMT", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800001800",
        ]
        for status in [200, 403] {
            let isRejected = limit.record(HTTPResponse(status: status, headers: headers), of: .core, at: now)
            #expect(isRejected == (status == 403))
            #expect(limit.pause(of: .core, at: now)?.until == now + 1_800)
        }
    }

    @Test("recognizes a secondary limit in the words of older servers")
    func abuseDetection() {
        var limit = RateLimit()
        let message = #"{"message":"You have triggered an abuse detection mechanism."}"#
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let isRejected = limit.record(HTTPResponse(status: 403, body: Array(message.utf8)), of: .core, at: now)
        #expect(isRejected)
        #expect(limit.pause(of: .search, at: now)?.until == now + 60)
    }

    @Test("sends two requests for changes at least one second apart")
    func changeInterval() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            _ = try await fixture.issues.create(repository: "octocat/Hello-World", title: "One")
            #expect(fixture.clock.skippedSleeps == [])
            _ = try await fixture.issues.create(repository: "octocat/Hello-World", title: "Two")
            #expect(fixture.clock.skippedSleeps == [.seconds(1)])
            fixture.clock.advance(by: .seconds(5))
            _ = try await fixture.issues.create(repository: "octocat/Hello-World", title: "Three")
            #expect(fixture.clock.skippedSleeps == [.seconds(1)])
        }
    }
}

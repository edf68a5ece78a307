import Foundation
import Testing
import Trellis

@testable import Movies

@Suite("Fetching over HTTP", .timeLimit(.minutes(10)))
struct TransferServiceTests {
    private let request = TransferRequest(path: "/thing")

    @Test("attempts again after pauses that double, and gives up after as many attempts as may be")
    func retries() async throws {
        let clock = ManualClock()
        try await TMDBBench.run(clock: clock.clock) { bench in
            let service = try await bench.parts.api().value
            bench.server.answer("/3/thing", .hangUp, .json("{}", status: 503), .json("[1]"))
            async let answer = service.answer(to: request)
            await clock.sleeper(for: .milliseconds(200))
            #expect(bench.parts.monitor.away.isEmpty)
            clock.advance(by: .milliseconds(200))
            await clock.sleeper(for: .milliseconds(400))
            clock.advance(by: .milliseconds(400))
            #expect(
                try await answer == TransferAnswer(status: 200, mediaType: "application/json", body: Array("[1]".utf8)))
            #expect(bench.server.requests.count == 3)

            bench.server.answer("/3/thing", .json("{}", status: 502))
            async let failure = #expect(throws: TransferError.away(reason: "it answered with the status 502")) {
                try await service.answer(to: request)
            }
            for pause in [200, 400] {
                await clock.sleeper(for: .milliseconds(pause))
                clock.advance(by: .milliseconds(pause))
            }
            _ = await failure
            #expect(bench.server.requests.count == 6)
            #expect(bench.parts.monitor.away[.api]?.reason == "it answered with the status 502")
        }
    }

    @Test("limits the time of an attempt, from the connection to the last byte", arguments: [0, 1])
    func timeout(_ kind: Int) async throws {
        let clock = ManualClock()
        try await TMDBBench.run(settings: ["tmdb.api.attempts": "1", "tmdb.api.timeout": "7s"], clock: clock.clock) {
            bench in
            bench.server.answer("/3/thing", kind == 0 ? .silence : .stall(body: [1, 2, 3]))
            let service = try await bench.parts.api().value
            let arrived = bench.server.expect(of: "/3/thing")
            async let failure = #expect(throws: TransferError.away(reason: "it did not answer within 7s")) {
                try await service.answer(to: request)
            }
            await clock.sleeper(for: .seconds(7))
            _ = await arrived.request
            clock.advance(by: .seconds(7))
            _ = await failure
        }
    }

    @Test("waits as long as the server asks for, or tells how long that is")
    func busy() async throws {
        let clock = ManualClock()
        try await TMDBBench.run(clock: clock.clock) { bench in
            let service = try await bench.parts.api().value
            bench.server.answer("/3/thing", .json("{}", status: 429, headers: ["Retry-After": "3"]), .json("[]"))
            async let answer = service.answer(to: request)
            await clock.sleeper(for: .seconds(3))
            clock.advance(by: .seconds(3))
            #expect(try await answer.status == 200)

            bench.server.answer("/3/thing", .json("{}", status: 429, headers: ["Retry-After": "90"]))
            await #expect(throws: TransferError.busy(retryAfter: .seconds(90))) {
                try await service.answer(to: request)
            }
            #expect(bench.server.requests.count == 3)
        }
    }

    @Test("ends when its caller goes away, and blames nobody for it")
    func cancellation() async throws {
        try await TMDBBench.run { bench in
            let service = try await bench.parts.api().value
            for answer in [.silence, .stall(body: [1])] as [MovieServer.Answer] {
                bench.server.answer("/3/thing", answer)
                let arrived = bench.server.expect(of: "/3/thing")
                let task = Task { try await service.answer(to: request) }
                _ = await arrived.request
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            #expect(bench.parts.monitor.away.isEmpty)
            #expect(bench.server.requests.count == 2)
        }
    }

    @Test("takes no answer that is larger than may be, whether its length was told or not")
    func size() async throws {
        try await TMDBBench.run(settings: ["tmdb.api.answerSize": "1K"]) { bench in
            let service = try await bench.parts.api().value
            bench.server.answer("/3/thing", .reply(200, body: Array(repeating: 7, count: 1_024)))
            #expect(try await service.answer(to: request).body.count == 1_024)
            for headers in [[:], ["Transfer-Encoding": "chunked"]] {
                bench.server.answer("/3/thing", .reply(200, headers: headers, body: Array(repeating: 7, count: 1_025)))
                await #expect(throws: TransferError.tooLarge(limit: 1_024)) { try await service.answer(to: request) }
            }
            #expect(bench.server.requests.count == 3)
        }
    }

    @Test("says in words what went wrong, and never what the credential is")
    func sentences() async throws {
        try await TMDBBench.run(settings: ["tmdb.api.attempts": "1"], key: "0123456789abcdef0123456789ABCDEF") {
            bench in
            let service = try await bench.parts.api().value
            func failure() async -> String {
                do {
                    _ = try await service.answer(to: request)
                    return "none"
                } catch {
                    return "\(error)"
                }
            }
            bench.server.answer("/3/thing", .hangUp)
            #expect(await failure() == "it closed the connection before it had answered")
            bench.server.answer("/3/thing", .cutShort(body: [1, 2]))
            let cut = await failure()
            #expect(cut.hasPrefix("the "), "\(cut)")
            await bench.server.stop()
            #expect(await failure() == "the connection was refused")
            #expect(bench.server.requests.first?.query["api_key"] == "0123456789abcdef0123456789ABCDEF")
            for text in [cut, await failure()] { #expect(!text.lowercased().contains("0123456789abcdef")) }
        }
    }

    @Test("goes nowhere else, though the server says so")
    func redirects() async throws {
        try await TMDBBench.run { bench in
            let service = try await bench.parts.api().value
            bench.server.answer(
                "/3/thing", .json("{}", status: 302, headers: ["Location": bench.server.url("/elsewhere")]))
            #expect(try await service.answer(to: request).status == 302)
            #expect(bench.server.requests.map(\.path) == ["/3/thing"])
        }
    }

    @Test("writes what is asked for so that the server reads the same")
    func query() async throws {
        try await TMDBBench.run { bench in
            let service = try await bench.parts.api().value
            let text = "a+b & c=d/é?#%20 \u{1F600}"
            _ = try await service.answer(
                to: TransferRequest(path: "/thing", query: [URLQueryItem(name: "query", value: text)]))
            #expect(bench.server.requests.first?.query["query"] == text)
            #expect(bench.server.requests.first?.authorization == "Bearer token.of.tests")
        }
    }

    @Test("knows both forms of Retry-After, and no others")
    func retryAfter() throws {
        let now = Date(timeIntervalSince1970: 784_111_770)
        #expect(RetryPolicy.retryAfter("120", now: now) == .seconds(120))
        #expect(RetryPolicy.retryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == .seconds(7))
        #expect(RetryPolicy.retryAfter("Sun, 06 Nov 1994 08:49:20 GMT", now: now) == .zero)
        for text in ["", "soon", "-1", "1.5", "99999999999999999999999"] {
            #expect(RetryPolicy.retryAfter(text, now: now) == nil, "\(text)")
        }
        let policy = RetryPolicy(attempts: 3, chance: { 0 })
        #expect(policy.pause(after: 1, .away(reason: "")) == .milliseconds(100))
        #expect(policy.pause(after: 2, .away(reason: "")) == .milliseconds(200))
        #expect(policy.pause(after: 3, .away(reason: "")) == nil)
        #expect(policy.pause(after: 1, .tooLarge(limit: 1)) == nil)
    }
}

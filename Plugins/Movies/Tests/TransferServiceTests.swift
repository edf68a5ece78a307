import Foundation
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

/// Tests of the features that a transfer service adds to `HTTPService`: URLs, the credential, and reports to the
/// monitor.
@Suite("Transfer service", .timeLimit(.minutes(2)))
struct TransferServiceTests {
    @Test("makes the configured number of attempts, and then reports the outcome to the monitor")
    func attempts() async throws {
        let clock = ManualClock(skippingSleepsBelow: .seconds(5))
        try await TMDBFixture.run(clock: clock.clock) { fixture in
            let service = try await fixture.parts.api().value
            fixture.server.answer("/3/thing", .drop, .json("{}", status: 503), .json("[1]"))
            #expect(try await service.response(to: ["thing"]).body == Array("[1]".utf8))
            #expect(fixture.server.requests.count == 3)
            #expect(fixture.parts.monitor.outages.isEmpty)

            fixture.server.answer("/3/thing", .json("{}", status: 502))
            await #expect(
                throws: MovieSourceError.unavailable(
                    reason: "the request to the API failed: the server responded with status 502")
            ) { try await service.response(to: ["thing"]) }
            #expect(fixture.server.requests.count == 6)
            #expect(fixture.parts.monitor.outages.keys.map(\.rawValue) == ["the API"])
            #expect(fixture.parts.monitor.outages[.api]?.reason == "the server responded with status 502")
            // A second failure does not change the start of the outage.
            let since = fixture.parts.monitor.outages[.api]?.since
            clock.advance(by: .seconds(60))
            await #expect(throws: MovieSourceError.self) { try await service.response(to: ["thing"]) }
            #expect(fixture.parts.monitor.outages[.api]?.since == since)
        }
    }

    @Test("applies the configured timeout and size limit")
    func limits() async throws {
        let settings = ["tmdb.api.timeout": "100ms", "tmdb.images.answerSize": "1K"]
        try await TMDBFixture.run(settings: settings) { fixture in
            fixture.server.answer("/3/thing", .hang)
            let (api, images) = (try await fixture.parts.api().value, try await fixture.parts.images().value)
            await #expect {
                try await api.response(to: ["thing"])
            } throws: { error in
                guard case .unavailable(let reason, _) = error as? MovieSourceError else { return false }
                // On a slow machine, connecting may take as long as the timeout.
                return [
                    "no complete response within 100ms", "did not accept the connection within the timeout",
                    "no connection was available within the timeout",
                ].contains { reason.hasSuffix($0) }
            }
            fixture.server.answer("/t/p/thing", .answer(status: 200, body: Array(repeating: 7, count: 1_025)))
            await #expect(
                throws: MovieSourceError.unavailable(
                    reason: "the request to the image server failed: the response exceeds 1024 bytes")
            ) { try await images.response(to: ["thing"]) }
        }
    }

    @Test("reports the delay of Retry-After")
    func busy() async throws {
        try await TMDBFixture.run { fixture in
            let service = try await fixture.parts.api().value
            fixture.server.answer("/3/thing", .json("{}", status: 429, headers: ["retry-after": "90"]))
            await #expect(
                throws: MovieSourceError.unavailable(
                    reason: "the request to the API failed: rate limited (429)", retryAfter: .seconds(90))
            ) { try await service.response(to: ["thing"]) }
            #expect(fixture.server.requests.count == 1)
        }
    }

    @Test("ends a cancelled request without reporting an outage")
    func cancellation() async throws {
        try await TMDBFixture.run { fixture in
            let service = try await fixture.parts.api().value
            fixture.server.answer("/3/thing", .hang)
            let task = Task { try await service.response(to: ["thing"]) }
            await fixture.server.hangingRequest(of: "/3/thing")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(fixture.parts.monitor.outages.isEmpty)
        }
    }

    @Test("does not reveal the credential, and does not send it to another server")
    func secrecy() async throws {
        let key = "0123456789abcdef0123456789ABCDEF"
        try await TMDBFixture.run(settings: ["tmdb.api.attempts": "1"], key: key) { fixture in
            let service = try await fixture.parts.api().value
            func failure() async -> String {
                do {
                    return "\(try await service.response(to: ["thing"]))"
                } catch {
                    return "\(error) \(fixture.parts.monitor.outages)"
                }
            }
            fixture.server.answer(
                "/3/thing", .json("{}", status: 302, headers: ["location": fixture.server.url("/elsewhere")]))
            #expect(try await service.response(to: ["thing"]).status == 302)
            #expect(Set(fixture.server.requests.map(\.path)) == ["/3/thing"])
            #expect(fixture.server.requests.first?.query["api_key"] == key)
            // The last reply only closes the connection.
            for reply in [.json("{}", status: 500), .half(body: [1, 2]), .drop] as [LoopbackServer.Reply] {
                fixture.server.answer("/3/thing", reply)
                let text = await failure()
                #expect(text.contains("failed: ") && !text.contains(key), "\(text)")
            }
            await fixture.server.unplug()
            let text = await failure()
            #expect(text.contains("Connection refused") && !text.contains(key), "\(text)")
        }
    }

    @Test("redacts the credential in errors, replies and the cache")
    func echo() async throws {
        let key = "0123456789abcdef0123456789ABCDEF"
        try await TMDBFixture.run(settings: ["tmdb.api.attempts": "1"], key: key) { fixture in
            let movies = try await fixture.plugin.client()
            let home = "/3/trending/movie/week"
            fixture.server.answer(home, .json(#"{"status_code":7,"status_message":"bad key \#(key)"}"#, status: 401))
            await #expect(throws: MoviesError.sourceAccessDenied(reason: "bad key (redacted)")) {
                try await movies.home().all()
            }
            fixture.server.answer(home, .json(FakeTMDB.page([(1, "Key \(key)", "")], total: 1)))
            for _ in 0..<2 {
                #expect(try await movies.home().all().compactMap(\.title?.title) == ["Key (redacted)"])
            }
        }
    }

    @Test("encodes query parameters losslessly")
    func query() async throws {
        try await TMDBFixture.run { fixture in
            let service = try await fixture.parts.api().value
            let text = "a+b & c=d/é?#%20 \u{1F600}"
            _ = try await service.response(to: ["thing"], [(name: "query", value: text)])
            #expect(fixture.server.requests.first?.query["query"] == text)
            #expect(fixture.server.requests.first?.headers["authorization"] == "Bearer token.of.tests")
        }
    }

    @Test("reports a credential that was removed after the start")
    func credentialGone() async throws {
        try await TMDBFixture.run { fixture in
            let sentence = "the credential 'movies.tmdb' with TMDB's key is missing"
            let configuration = MoviesConfiguration(fixture.server.settings).tmdb.api
            let http = HTTPService(limits: configuration.limits, clock: .system)
            let service = TransferService(
                .api, at: configuration.url, http: http, credential: { throw PluginFailure(.configuration, sentence) },
                observer: fixture.parts.monitor)
            await #expect(throws: MovieSourceError.accessDenied(reason: sentence)) {
                try await service.response(to: ["thing"])
            }
            #expect(fixture.parts.monitor.outages[.api]?.reason == sentence)
            await http.close()
        }
    }
}

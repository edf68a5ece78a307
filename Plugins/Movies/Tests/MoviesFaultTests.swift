import Movies
import Testing
import Trellis
import TrellisTesting

/// The reaction of Movies to injected faults of the network.
@Suite("Faults of Movies", .timeLimit(.minutes(2)))
struct MoviesFaultTests {
    @Test("a reset connection is retried, and a call without a cached answer fails when all attempts fail")
    func reset() async throws {
        try await FakeTMDB.run { server in
            server.answerAsTMDB()
            try await withTemporaryFolder { folder in
                let clock = ManualClock(skippingSleepsBelow: .seconds(5))
                let environment = HostEnvironment.test(
                    in: folder, clock: clock.clock, credentials: ["movies.tmdb": Array("token.of.tests".utf8)])
                try await withPlugin(
                    MoviesPlugin.self, settings: server.settings.merging(["tmdb.api.attempts": "3"]) { $1 },
                    environment: environment
                ) { plugin in
                    let movies = MoviesClient(plugin.caller)
                    // The failpoint exists before the first request.
                    try plugin.inject("2*error(ECONNRESET)", at: "http.request")
                    #expect(try await movies.show(title: "tmdb-11").details.id == "tmdb-11")

                    try plugin.inject("3*error(ECONNRESET)", at: "http.request")
                    let error = await #expect(throws: MoviesError.self) { try await movies.show(title: "tmdb-12") }
                    guard case .sourceUnavailable(let reason, _)? = error else {
                        Issue.record("unexpected error: \(String(describing: error))")
                        return
                    }
                    #expect(reason.hasSuffix("Connection reset by peer"), "\(reason)")
                    #expect(await plugin.status().state == .degraded)
                }
            }
        }
    }
}

import Movies
import Testing
import TrellisTesting

@Suite("Conformance of Movies", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("obeys the rules for plugins with the built-in catalogue")
    func rules() async throws {
        try await PluginConformance(MoviesPlugin.self).run()
    }

    @Test("obeys the rules for plugins with The Movie Database")
    func source() async throws {
        try await FakeTMDB.run { server in
            server.answerAsTMDB()
            try await PluginConformance(
                MoviesPlugin.self, settings: server.settings, credentials: ["tmdb": Array("token.of.tests".utf8)]
            ).run(starts: 100)
        }
    }
}

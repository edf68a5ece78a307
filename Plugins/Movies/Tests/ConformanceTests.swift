import Movies
import Testing
import TrellisTesting

@Suite("Conformance of Movies", .timeLimit(.minutes(10)))
struct ConformanceTests {
    /// Opens a search, the details of a title, the suggestions, a list, and a watch of the saved titles.
    @Sendable private func openScenes(of plugin: RunningPlugin) async throws {
        let movies = MoviesClient(plugin.caller)
        func open<Reply>(_ replies: ReplySequence<Reply>) async {
            var replies = replies.makeAsyncIterator()
            _ = try? await replies.next()
        }
        await open(movies.search(query: "heat"))
        _ = try? await movies.show(title: "1")
        await open(movies.suggestions())
        await open(movies.saved())
        await open(movies.saved(watch: true))
    }

    @Test("obeys the rules for plugins with the built-in catalogue")
    func rules() async throws {
        try await PluginConformance(MoviesPlugin.self, calling: openScenes).run()
    }

    @Test("obeys the rules for plugins with The Movie Database")
    func source() async throws {
        try await FakeTMDB.run { server in
            server.answerAsTMDB()
            try await PluginConformance(
                MoviesPlugin.self, settings: server.settings, credentials: ["tmdb": Array("token.of.tests".utf8)],
                calling: openScenes
            ).run(starts: 100)
        }
    }
}

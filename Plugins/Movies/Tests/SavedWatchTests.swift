import Testing
import Trellis
import TrellisTesting

@testable import Movies

@Suite("Watch of saved titles", .timeLimit(.minutes(2)))
struct SavedWatchTests {
    /// An event in short form: `saved sample-7 3`.
    private func text(_ reply: MoviesContract.SavedReply) -> String {
        [reply.event?.rawValue, reply.title?.id, reply.revision.map(String.init)].compactMap(\.self)
            .joined(separator: " ")
    }

    @Test("reports the saved titles, and then each change, from any connection", arguments: Transport.allCases)
    func changes(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let movies = try await plugin.movies()
            for title in ["sample-7", "sample-9"] { _ = try await movies.save(title: title) }
            _ = try await movies.search(query: "heat").all()
            var events = try await plugin.movies().saved(watch: true).makeAsyncIterator()
            func next() async throws -> String? { try await events.next().map(text) }
            #expect(try await next() == "present sample-7")
            #expect(try await next() == "present sample-9")
            #expect(try await next() == "ready 2")
            // Saving a saved title and removing another one change nothing.
            _ = try await movies.save(title: "sample-9")
            _ = try await movies.unsave(title: "sample-300")
            _ = try await movies.unsave(title: "sample-7")
            _ = try await movies.save(title: "sample-7")
            #expect(try await next() == "removed sample-7 3")
            #expect(try await next() == "saved sample-7 4")
            await #expect(throws: ServiceError.invalidParameter(parameter: "since")) {
                try await movies.saved(since: 1).all()
            }
        }
    }

    @Test("resumes after a revision, and reports a revision that is not available", arguments: Transport.allCases)
    func resuming(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let movies = try await plugin.movies()
            for title in ["sample-7", "sample-9", "sample-11"] { _ = try await movies.save(title: title) }
            var events: [String] = []
            for try await reply in try await plugin.movies().saved(watch: true, since: 1) {
                events.append(text(reply))
                if reply.event == .ready { break }
            }
            #expect(events == ["saved sample-9 2", "saved sample-11 3", "ready 3"])
            await #expect(throws: MoviesError.historyUnavailable(since: 4, oldest: 0, newest: 3)) {
                try await plugin.movies().saved(watch: true, since: 4).all()
            }
        }
    }

    @Test("keeps the last changes of each user, with separate revisions")
    func history() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteUserStore(plugin: .sample(in: folder), limits: MoviesConfiguration([:]).users)
            let (ada, bruno) = (MovieUser(number: 1_000), MovieUser(number: 1_001))
            let title = Title(id: TitleID(.sample, 31), name: "Heat over Hollin Cross")
            try await store.save(title, for: bruno)
            for _ in 0..<(SQLiteUserStore.keptChanges / 2 + 1) {
                try await store.save(title, for: ada)
                try await store.unsave(title.id, for: ada)
            }
            let newest = SQLiteUserStore.keptChanges + 2
            #expect(try await store.savedRevision(of: ada) == newest)
            #expect(try await store.savedRevision(of: bruno) == 1)
            await #expect(throws: UserStoreError.historyUnavailable(since: 1, oldest: 2, newest: newest)) {
                try await store.savedChanges(of: ada, since: 1, limit: 1)
            }
            #expect(try await store.savedChanges(of: ada, since: 2, limit: 1).map(\.revision) == [3])
            #expect(try await store.savedPage(of: bruno, after: nil, limit: 9).elements.map(\.revision) == [1])
            try await store.close()
        }
    }
}

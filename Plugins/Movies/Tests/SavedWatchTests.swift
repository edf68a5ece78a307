import Foundation
import Testing
import Trellis
import TrellisSQLite
import TrellisTesting

@testable import Movies

@Suite("Watch of saved titles", .timeLimit(.minutes(2)))
struct SavedWatchTests {
    /// An event in short form: `saved sample-7`.
    private func text(_ reply: MoviesContract.SavedReply) -> String {
        [reply.event?.rawValue, reply.title?.id].compactMap(\.self).joined(separator: " ")
    }

    @Test("reports the saved titles, and then each change, from any connection", arguments: Transport.allCases)
    func changes(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let movies = try await plugin.movies()
            for title in ["sample-7", "sample-9"] { _ = try await movies.save(title: title) }
            _ = try await movies.search(query: "heat").all()
            var events = try await plugin.movies().saved(watch: true).makeAsyncIterator()
            var revisions: [Int] = []
            func next() async throws -> String? {
                let reply = try await events.next()
                if let revision = reply?.revision { revisions.append(revision) }
                return reply.map(text)
            }
            #expect(try await next() == "present sample-7")
            #expect(try await next() == "present sample-9")
            #expect(try await next() == "ready")
            // Saving a saved title and removing another one change nothing.
            _ = try await movies.save(title: "sample-9")
            _ = try await movies.unsave(title: "sample-300")
            _ = try await movies.unsave(title: "sample-7")
            _ = try await movies.save(title: "sample-7")
            #expect(try await next() == "removed sample-7")
            #expect(try await next() == "saved sample-7")
            #expect(revisions.count == 3 && zip(revisions, revisions.dropFirst()).allSatisfy(<))
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
            func events(since revision: Int) async throws -> [(text: String, revision: Int)] {
                var events: [(String, Int)] = []
                for try await reply in try await plugin.movies().saved(watch: true, since: revision) {
                    events.append((text(reply), try #require(reply.revision)))
                    if reply.event == .ready { break }
                }
                return events
            }
            let all = try await events(since: 0)
            #expect(all.map(\.text) == ["saved sample-7", "saved sample-9", "saved sample-11", "ready"])
            let resumed = try await events(since: all[0].revision)
            #expect(resumed.map(\.text) == Array(all.map(\.text).dropFirst()))
            let newest = all[3].revision
            for unknown in [newest + 1, newest - 1] {
                await #expect(throws: MoviesError.historyUnavailable(since: unknown, oldest: 0, newest: newest)) {
                    try await plugin.movies().saved(watch: true, since: unknown).all()
                }
            }
        }
    }

    @Test("keeps the last changes of each user, with separate revisions")
    func history() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteUserStore(
                plugin: .sample(in: folder), limits: MoviesConfiguration([:]).users, clock: .system)
            let (ada, bruno) = (MovieUser(number: 1_000), MovieUser(number: 1_001))
            let title = Title(id: TitleID(.sample, 31), name: "Heat over Hollin Cross")
            try await store.save(title, for: bruno)
            for _ in 0..<(SQLiteUserStore.keptChanges / 2 + 1) {
                try await store.save(title, for: ada)
                try await store.unsave(title.id, for: ada)
            }
            let newest = try await store.savedRevision(of: ada)
            var oldest = 0
            do {
                _ = try await store.savedChanges(of: ada, since: 0, limit: 1)
            } catch UserStoreError.historyUnavailable(0, let available, newest) {
                oldest = available
            }
            let kept = try await store.savedChanges(of: ada, since: oldest, limit: 2 * SQLiteUserStore.keptChanges)
            #expect(kept.count == SQLiteUserStore.keptChanges)
            #expect(kept.last?.revision == newest)
            #expect(try await store.savedChanges(of: bruno, since: 0, limit: 9).map(\.title.title) == [title])
            try await store.close()
        }
    }

    @Test("a database from a backup rejects the revisions of the changes since the backup, and accepts those before it")
    func backup() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            let plugin = try PluginEnvironment.sample(in: folder)
            let file = plugin.directories.state.appending("movies.sqlite")
            let copy = folder.appending("copy")
            let user = MovieUser(number: 1_000)
            func withStore<Result>(_ body: (SQLiteUserStore) async throws -> Result) async throws -> Result {
                let store = try SQLiteUserStore(
                    plugin: plugin, limits: MoviesConfiguration([:]).users, clock: clock.clock)
                let result = try await body(store)
                try await store.close()
                return result
            }
            func save(_ number: Int, in store: SQLiteUserStore) async throws -> Int {
                try await store.save(Title(id: TitleID(.sample, number), name: "Title \(number)"), for: user)
                return try await store.savedRevision(of: user)
            }
            let common = try await withStore { try await save(1, in: $0) }
            try FileManager.default.copyItem(atPath: file.string, toPath: copy.string)
            clock.advance(by: .seconds(60))
            let lost = try await withStore { [try await save(2, in: $0), try await save(3, in: $0)] }
            try FileManager.default.removeItem(atPath: file.string)
            try FileManager.default.moveItem(atPath: copy.string, toPath: file.string)
            clock.advance(by: .seconds(60))
            try await withStore { store in
                var newest = 0
                for number in 4...7 { newest = try await save(number, in: store) }
                for revision in lost {
                    let error = UserStoreError.historyUnavailable(since: revision, oldest: 0, newest: newest)
                    await #expect(throws: error) { try await store.savedChanges(of: user, since: revision, limit: 9) }
                }
                let changes = try await store.savedChanges(of: user, since: common, limit: 9)
                #expect(changes.map(\.title.title.name) == (4...7).map { "Title \($0)" })
            }
        }
    }

    @Test("a database of version 2 keeps its changes, and the oldest available revision")
    func secondSchema() async throws {
        try await withTemporaryFolder { folder in
            let plugin = try PluginEnvironment.sample(in: folder)
            let pool = try DatabasePool(path: plugin.directories.state.appending("movies.sqlite").string)
            try UserDatabase.migrator.migrate(pool, upTo: "2 changes of saved titles")
            try await pool.write { db in
                for (user, revisions) in [(1_000, 3...5), (1_001, 1...2)] {
                    for revision in revisions {
                        try db.execute(
                            sql: """
                                INSERT INTO savedChange (user, revision, kind, id, name, time)
                                    VALUES (?, ?, 'saved', 'sample-' || ?, 'Heat', 1)
                                """,
                            arguments: [user, revision, revision])
                    }
                }
            }
            try pool.close()
            let store = try SQLiteUserStore(plugin: plugin, limits: MoviesConfiguration([:]).users, clock: .system)
            let (ada, bruno) = (MovieUser(number: 1_000), MovieUser(number: 1_001))
            await #expect(throws: UserStoreError.historyUnavailable(since: 1, oldest: 2, newest: 5)) {
                try await store.savedChanges(of: ada, since: 1, limit: 9)
            }
            #expect(try await store.savedChanges(of: ada, since: 2, limit: 9).map(\.revision) == [3, 4, 5])
            #expect(try await store.savedChanges(of: bruno, since: 0, limit: 9).map(\.revision) == [1, 2])
            try await store.close()
        }
    }
}

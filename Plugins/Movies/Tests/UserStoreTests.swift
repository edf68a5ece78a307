import Foundation
import GRDB
import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import Movies

@Suite("What users keep", .timeLimit(.minutes(10)))
struct UserStoreTests {
    private let ada = MovieUser(number: 1_000)
    private let bruno = MovieUser(number: 1_001)
    private let heat = Title(
        id: TitleID(.sample, 31), name: "Heat over Hollin Cross", released: "1999-01-02", rating: 7.5)

    /// Runs a body with a store in a folder.
    private func withStore<Result>(
        in folder: FilePath, settings: [String: String] = [:], clock: WallClock = .system,
        _ body: (SQLiteUserStore) async throws -> Result
    ) async throws -> Result {
        let store = try SQLiteUserStore(
            plugin: .sample(in: folder, clock: clock), configuration: MoviesConfiguration(settings))
        let result = try await body(store)
        try await store.close()
        return result
    }

    @Test("is there again after the store was closed, and all of it in one file")
    func durability() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            let upcoming = Title(id: TitleID(.tmdb, 7), name: "Soon", released: nil, rating: nil)
            try await withStore(in: folder, clock: clock.clock) { store in
                try await store.save(heat, for: ada)
                try await store.save(upcoming, for: ada)
                try await store.remember(SearchQuery("Heat"), for: ada)
            }
            let state = folder.appending("state").string
            #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["movies.sqlite"])
            try await withStore(in: folder) { store in
                let saved = try await store.saved(by: ada)
                #expect(saved == [upcoming, heat].map { SavedTitle(title: $0, time: clock.now) })
                #expect(
                    try await store.queries(of: ada, beginning: nil) == [RememberedQuery(text: "Heat", time: clock.now)]
                )
                #expect(try await store.isSaved(heat.id, by: ada))
            }
        }
    }

    @Test("belongs to one user")
    func users() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(in: folder) { store in
                try await store.save(heat, for: ada)
                try await store.remember(SearchQuery("heat"), for: ada)
                for other in [bruno, MovieUser(number: nil), MovieUser(number: 0)] {
                    #expect(try await store.saved(by: other) == [])
                    #expect(try await store.queries(of: other, beginning: nil) == [])
                    #expect(try await !store.isSaved(heat.id, by: other))
                    try await store.unsave(heat.id, for: other)
                    try await store.forget(nil, of: other)
                }
                #expect(try await store.saved(by: ada).map(\.title) == [heat])
                #expect(try await store.queries(of: ada, beginning: nil).map(\.text) == ["heat"])
            }
        }
    }

    @Test("has its limits for each user")
    func limits() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(in: folder, settings: ["savedTitles": "1", "rememberedQueries": "2"]) { store in
                try await store.save(heat, for: ada)
                try await store.save(heat, for: ada)
                var other = heat
                other.id.number = 32
                await #expect(throws: UserStoreError.tooManySaved(limit: 1)) { try await store.save(other, for: ada) }
                try await store.save(other, for: bruno)
                for query in ["one", "two", "ONE", "three"] { try await store.remember(SearchQuery(query), for: ada) }
                #expect(try await store.queries(of: ada, beginning: nil).map(\.text) == ["three", "ONE"])
            }
            try await withStore(in: folder, settings: ["rememberedQueries": "0"]) { store in
                try await store.remember(SearchQuery("four"), for: bruno)
                #expect(try await store.queries(of: bruno, beginning: nil) == [])
            }
        }
    }

    @Test("suggests what begins with a text, whatever characters it has")
    func beginnings() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(in: folder) { store in
                for query in ["100% heat", "Éclair", "1000 miles", "a_b"] {
                    try await store.remember(SearchQuery(query), for: ada)
                }
                #expect(try await store.queries(of: ada, beginning: "100").map(\.text) == ["1000 miles", "100% heat"])
                #expect(try await store.queries(of: ada, beginning: "100%").map(\.text) == ["100% heat"])
                #expect(try await store.queries(of: ada, beginning: "éc").map(\.text) == ["Éclair"])
                #expect(try await store.queries(of: ada, beginning: "a%") == [])
                try await store.forget(SearchQuery("A_B"), of: ada)
                #expect(try await store.queries(of: ada, beginning: "a") == [])
            }
        }
    }

    @Test("is not kept in a file that is no database, which is left as it is")
    func foreignFile() async throws {
        try await withTemporaryFolder { folder in
            let plugin = try PluginEnvironment.sample(in: folder)
            let file = URL(fileURLWithPath: plugin.directories.state.appending("movies.sqlite").string)
            for contents in [
                Data("Dear reader, this is a letter.".utf8),
                Data("SQLite format 3\0".utf8) + Data(repeating: 0xAB, count: 8_176),
            ] {
                try contents.write(to: file)
                let failure = #expect(throws: PluginFailure.self) {
                    try SQLiteUserStore(plugin: plugin, configuration: .standard)
                }
                #expect(failure?.kind == .data)
                #expect(failure?.sentence.hasSuffix("it was left as it is") == true)
                #expect(try Data(contentsOf: file) == contents)
            }
        }
    }

    @Test("is not kept in a file that a newer version wrote")
    func newerFile() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(in: folder) { try await $0.save(heat, for: ada) }
            let plugin = try PluginEnvironment.sample(in: folder)
            let file = plugin.directories.state.appending("movies.sqlite").string
            let queue = try DatabaseQueue(path: file)
            try await queue.write {
                try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('2 colours')")
            }
            try queue.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: file))
            let failure = #expect(throws: PluginFailure.self) {
                try SQLiteUserStore(plugin: plugin, configuration: .standard)
            }
            #expect(failure?.kind == .data)
            #expect(failure?.sentence.contains("newer version") == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        }
    }

    @Test("is not kept in a file that another process uses, and that is said")
    func usedFile() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(in: folder) { try await $0.save(heat, for: ada) }
            let plugin = try PluginEnvironment.sample(in: folder)
            let queue = try DatabaseQueue(path: plugin.directories.state.appending("movies.sqlite").string)
            try queue.inDatabase { db in
                try db.execute(sql: "BEGIN EXCLUSIVE")
                let failure = #expect(throws: PluginFailure.self) {
                    try SQLiteUserStore(plugin: plugin, configuration: .standard)
                }
                #expect(
                    failure?.sentence.hasSuffix("another process uses it") == true, "\(String(describing: failure))")
                #expect(failure?.advice == "End that process, and start again")
                try db.execute(sql: "ROLLBACK")
            }
            try queue.close()
        }
    }

    @Test(
        "says when there is no room left: a title is not saved then, and a search goes on",
        arguments: Transport.allCases)
    func full(over transport: Transport) async throws {
        try await withPlugin(
            MoviesPlugin.self, over: transport,
            adjusting: { $0.override((any UserStore).self, value: FullStore(), .marked(.carried)) }
        ) { plugin in
            let movies = try await plugin.movies()
            let found = try await movies.search(query: "heat").all()
            #expect(found.count > 1)
            await #expect(throws: MoviesError.storageFull) { try await movies.save(title: "1") }
            let status = await plugin.status()
            #expect(status.state == .degraded)
            #expect(status.reason?.hasPrefix("store of what users keep: ") == true)
        }
    }
}

/// A store that has no room left, and can't be read.
private struct FullStore: UserStore {
    func save(_ title: Title, for user: MovieUser) async throws { throw UserStoreError.full }

    func unsave(_ id: TitleID, for user: MovieUser) async throws { throw UserStoreError.full }

    func isSaved(_ id: TitleID, by user: MovieUser) async throws -> Bool { false }

    func saved(by user: MovieUser) async throws -> [SavedTitle] { [] }

    func remember(_ query: SearchQuery, for user: MovieUser) async throws { throw UserStoreError.full }

    func queries(of user: MovieUser, beginning: String?) async throws -> [RememberedQuery] { [] }

    func forget(_ query: SearchQuery?, of user: MovieUser) async throws { throw UserStoreError.full }

    func verify() async throws { throw UserStoreError.full }
}

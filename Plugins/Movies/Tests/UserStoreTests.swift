import Foundation
import HostInterface
import Testing
import Trellis
import TrellisSQLite
import TrellisTesting

@testable import Movies

@Suite("User store", .timeLimit(.minutes(2)))
struct UserStoreTests {
    private let ada = MovieUser(number: 1_000)
    private let bruno = MovieUser(number: 1_001)
    private let heat = Title(
        id: TitleID(.sample, 31), name: "Heat over Hollin Cross", released: "1999-01-02", rating: 7.5)

    /// Runs a body with a store in a directory.
    private func withStore<Result>(
        in folder: FilePath, settings: [String: String] = [:], clock: WallClock = .system,
        _ body: (SQLiteUserStore) async throws -> Result
    ) async throws -> Result {
        let store = try SQLiteUserStore(
            plugin: .sample(in: folder), limits: MoviesConfiguration(settings).users, clock: clock)
        let result = try await body(store)
        try await store.close()
        return result
    }

    @Test("the contents are in one file after the store has closed")
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
                    try await store.queries(of: ada, withPrefix: nil) == [
                        RememberedQuery(text: "Heat", time: clock.now)
                    ]
                )
                #expect(try await store.isSaved(heat.id, by: ada))
            }
        }
    }

    @Test("stores titles and queries separately for each user")
    func users() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(in: folder) { store in
                try await store.save(heat, for: ada)
                try await store.remember(SearchQuery("heat"), for: ada)
                for other in [bruno, MovieUser(number: nil), MovieUser(number: 0)] {
                    #expect(try await store.saved(by: other) == [])
                    #expect(try await store.queries(of: other, withPrefix: nil) == [])
                    #expect(try await !store.isSaved(heat.id, by: other))
                    try await store.unsave(heat.id, for: other)
                    try await store.forget(nil, of: other)
                }
                #expect(try await store.saved(by: ada).map(\.title) == [heat])
                #expect(try await store.queries(of: ada, withPrefix: nil).map(\.text) == ["heat"])
            }
        }
    }

    @Test("applies the limits to each user separately")
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
                #expect(try await store.queries(of: ada, withPrefix: nil).map(\.text) == ["three", "ONE"])
            }
            try await withStore(in: folder, settings: ["rememberedQueries": "0"]) { store in
                try await store.remember(SearchQuery("four"), for: bruno)
                #expect(try await store.queries(of: bruno, withPrefix: nil) == [])
            }
        }
    }

    @Test("matches any prefix literally")
    func prefixes() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(in: folder) { store in
                for query in ["100% heat", "Éclair", "1000 miles", "a_b"] {
                    try await store.remember(SearchQuery(query), for: ada)
                }
                #expect(try await store.queries(of: ada, withPrefix: "100").map(\.text) == ["1000 miles", "100% heat"])
                #expect(try await store.queries(of: ada, withPrefix: "100%").map(\.text) == ["100% heat"])
                #expect(try await store.queries(of: ada, withPrefix: "éc").map(\.text) == ["Éclair"])
                #expect(try await store.queries(of: ada, withPrefix: "a%") == [])
                try await store.forget(SearchQuery("A_B"), of: ada)
                #expect(try await store.queries(of: ada, withPrefix: "a") == [])
            }
        }
    }

    @Test(
        "rejects a title when the disk is full, but completes a search",
        arguments: Transport.allCases)
    func full(over transport: Transport) async throws {
        try await withPlugin(
            MoviesPlugin.self, over: transport,
            adjusting: { blueprint in
                blueprint.override((any SavedTitleWriter).self, value: FullTitles())
                blueprint.override((any QueryStore).self, value: FullQueries())
                blueprint.override((any UserStoreMaintenance).self, value: FullStorage())
            }
        ) { plugin in
            let movies = try await plugin.movies()
            let found = try await movies.search(query: "heat").all()
            #expect(found.count > 1)
            await #expect(throws: MoviesError.storageFull) { try await movies.save(title: "1") }
            let status = await plugin.status()
            #expect(status.state == .degraded)
            #expect(status.reason?.hasPrefix("user store: ") == true)
        }
    }
}

private let full = StorageError.full(file: "movies.sqlite")

/// Saved titles on a full file system.
private struct FullTitles: SavedTitleWriter {
    func save(_ title: Title, for user: MovieUser) async throws { throw full }

    func unsave(_ id: TitleID, for user: MovieUser) async throws { throw full }
}

/// Queries on a full file system.
private struct FullQueries: QueryStore {
    func remember(_ query: SearchQuery, for user: MovieUser) async throws { throw full }

    func queries(of user: MovieUser, withPrefix prefix: String?) async throws -> [RememberedQuery] { [] }

    func forget(_ query: SearchQuery?, of user: MovieUser) async throws { throw full }
}

/// The storage on a full file system.
private struct FullStorage: UserStoreMaintenance {
    func verify() async throws { throw full }

    func checkIntegrity() async throws {}
}

import Testing
import Trellis
import TrellisSQLite
import TrellisTesting

@testable import Movies

@Suite("User store with values of another type", .timeLimit(.minutes(2)))
struct UserStoreDamageTests {
    @Test(
        "reports a value of another type as damage",
        arguments: [
            "UPDATE saved SET name = x'FF'", "UPDATE saved SET rating = 'high'", "UPDATE saved SET time = 'now'",
            "UPDATE saved SET released = x'FF'", "UPDATE query SET time = 'now'",
        ])
    func types(change: String) async throws {
        try await withTemporaryFolder { folder in
            let plugin = try PluginEnvironment.sample(in: folder)
            let user = MovieUser(number: 7)
            let store = try SQLiteUserStore(
                plugin: plugin, limits: MoviesConfiguration.standard.users, clock: .system)
            let title = Title(id: TitleID(.tmdb, 1), name: "Star Wharf", released: "1977-05-25", rating: 7.5)
            try await store.save(title, for: user)
            try await store.remember(SearchQuery("heat"), for: user)
            try await DatabaseQueue(path: plugin.directories.state.appending("movies.sqlite").string).write { db in
                try db.execute(sql: change)
            }
            await #expect {
                _ = try await store.saved(by: user)
                _ = try await store.queries(of: user, withPrefix: nil)
            } throws: { error in
                guard case .damaged = error as? StorageError else { return false }
                return true
            }
            try await store.close()
        }
    }

    @Test("removes a title with a time beyond the range of dates, and rejects a change after the largest revision")
    func range() async throws {
        try await withTemporaryFolder { folder in
            let plugin = try PluginEnvironment.sample(in: folder)
            let user = MovieUser(number: 7)
            let store = try SQLiteUserStore(
                plugin: plugin, limits: MoviesConfiguration.standard.users, clock: .system)
            let title = Title(id: TitleID(.tmdb, 1), name: "Star Wharf", released: "1977-05-25", rating: 7.5)
            try await store.save(title, for: user)
            let path = plugin.directories.state.appending("movies.sqlite").string
            try await DatabaseQueue(path: path).write { db in
                try db.execute(sql: "UPDATE saved SET time = ?", arguments: [Int.max])
            }
            try await store.unsave(title.id, for: user)
            #expect(try await store.saved(by: user) == [])
            try await DatabaseQueue(path: path).write { db in
                try db.execute(sql: "UPDATE savedChange SET revision = ? WHERE kind = 'removed'", arguments: [Int.max])
            }
            await #expect(throws: (any Error).self) { try await store.save(title, for: user) }
            try await store.close()
        }
    }
}

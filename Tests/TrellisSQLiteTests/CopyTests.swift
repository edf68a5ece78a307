import Foundation
import Logging
import OpenMetrics
import Testing
import Trellis
import TrellisTesting

@testable import TrellisSQLite

@Suite("Copying a database", .timeLimit(.minutes(2)))
struct CopyTests {
    @Test("a copy has the committed changes, and later changes do not reach it")
    func contents() async throws {
        try await withTemporaryFolder { folder in
            let copies = folder.appending("copies")
            try FileManager.default.createDirectory(atPath: copies.string, withIntermediateDirectories: false)
            try await Notes.with(in: folder) { database in
                try await database.add("tea")
                #expect(database.backup.name == "notes.sqlite")
                let isWritten = try await database.backup.write(to: copies.appending("notes.sqlite"))
                #expect(isWritten)
                try await database.add("salt")
            }
            try await Notes.with(in: copies) { database in
                let texts = try await database.texts()
                #expect(texts == ["tea"])
            }
        }
    }

    @Test("a copy that cannot be written does not affect the database")
    func failure() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.with(in: folder) { database in
                try await database.add("tea")
                await #expect(throws: (any Error).self) {
                    try await database.copy(to: folder.appending("missing").appending("copy"))
                }
                try await database.verify()
                try await database.add("salt")
                let texts = try await database.texts()
                #expect(texts == ["tea", "salt"])
            }
        }
    }

    @Test("the metrics count an error of a change separately from failures of the storage")
    func metrics() async throws {
        try await withTemporaryFolder { folder in
            struct Refused: Error {}
            let registry = MetricRegistry()
            let plugin = PluginEnvironment(
                name: "notes",
                directories: PluginDirectories(state: folder, cache: folder, runtime: folder), clock: .system,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, credential: { _ in nil },
                status: { _ in }, metrics: PluginMetrics(of: "notes", in: registry))
            let database = try SQLiteDatabase(
                at: folder.appending("notes.sqlite"), migrator: DatabaseMigrator(), attributedTo: plugin)
            await #expect(throws: Refused.self) { try await database.write { _ in throw Refused() } }
            try await database.close()
            let text = registry.exposition(as: .openMetrics)
            #expect(text.contains("trellis_database_failures_total{database=\"notes.sqlite\",plugin=\"notes\"} 0\n"))
            #expect(text.contains("trellis_database_changes_total{database=\"notes.sqlite\",plugin=\"notes\"} 1\n"))
        }
    }
}

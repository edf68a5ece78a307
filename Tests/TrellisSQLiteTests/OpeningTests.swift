import Foundation
import GRDB
import Glibc
import OpenMetrics
import Testing
import Trellis
import TrellisTesting

@testable import TrellisSQLite

@Suite("Opening a database", .timeLimit(.minutes(2)))
struct OpeningTests {
    @Test("the written data is in one file after the database has closed")
    func reopening() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.with(in: folder) { database in
                try await database.add("tea")
                #expect(try await database.texts() == ["tea"])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["notes.sqlite"])
            try await Notes.with(in: folder) { database in
                let texts = try await database.texts()
                #expect(texts == ["tea"])
            }
        }
    }

    @Test("synchronizes each commit, in new and in existing databases")
    func synchronous() async throws {
        try await withTemporaryFolder { folder in
            for _ in 0..<2 {
                try await Notes.with(in: folder) { database in
                    let mode = try await database.write { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") }
                    #expect(mode == 2)
                }
            }
        }
    }

    @Test("does not synchronize each commit of data that can be fetched again")
    func durability() async throws {
        try await withTemporaryFolder { folder in
            let database = try SQLiteDatabase(
                at: Notes.path(in: folder), migrator: Notes.migrator, durability: .process)
            let mode = try await database.write { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") }
            #expect(mode == 1)
            try await database.close()
        }
    }

    @Test("rejects a file that is not a database, and leaves it unchanged")
    func foreignFile() async throws {
        try await withTemporaryFolder { folder in
            let letter = Data("Dear reader, this is a letter.".utf8)
            try await expectRejection(of: letter, in: folder) {
                "\($0) is not a SQLite database; it was left unchanged"
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["notes.sqlite"])
        }
    }

    @Test("rejects a database with a damaged header")
    func damagedHeader() async throws {
        try await withTemporaryFolder { folder in
            let bytes = Data("SQLite format 3\0".utf8) + Data(repeating: 0xAB, count: 8_176)
            try await expectRejection(of: bytes, in: folder) { "\($0) has an invalid header; it was left unchanged" }
        }
    }

    @Test("rejects a truncated database", arguments: [100, 4_096, 8_192, 50_000])
    func truncated(size: Int) async throws {
        try await withTemporaryFolder { folder in
            try await Notes.create(100, in: folder)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: Notes.path(in: folder).string))
            try await expectRejection(of: bytes.prefix(size), in: folder) {
                "\($0) is incomplete: expected \(bytes.count) bytes, got \(size); it was left unchanged"
            }
        }
    }

    @Test("rejects a missing or empty database whose log holds changes")
    func lonelyLog() async throws {
        for exists in [false, true] {
            try await withTemporaryFolder { folder in
                let path = Notes.path(in: folder)
                let database = try Notes.open(in: folder)
                try await database.add("tea")
                let log = try Data(contentsOf: URL(fileURLWithPath: path.string + "-wal"))
                try await database.close()
                try FileManager.default.removeItem(atPath: path.string)
                if exists { try Data().write(to: URL(fileURLWithPath: path.string)) }
                try log.write(to: URL(fileURLWithPath: path.string + "-wal"))
                let failure = #expect(throws: PluginFailure.self) { try Notes.open(in: folder) }
                #expect(failure?.kind == .data)
                #expect(failure?.message.contains("although its log \(path)-wal holds changes") == true)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path.string + "-wal")) == log)
            }
        }
    }

    @Test("creates a database in an empty file, and says so")
    func emptyFile() async throws {
        try await withTemporaryFolder { folder in
            let log = LogRecorder(level: .warning)
            let plugin = PluginEnvironment(
                name: "notes",
                directories: PluginDirectories(state: folder, cache: folder, runtime: folder), clock: .system,
                logger: log.logger("notes"), credential: { _ in nil }, status: { _ in },
                metrics: PluginMetrics(of: "notes", in: MetricRegistry()))
            func open() async throws {
                try await SQLiteDatabase(
                    at: Notes.path(in: folder), migrator: Notes.migrator, attributedTo: plugin
                ).close()
            }
            // A missing file is that of a first start.
            try await open()
            #expect(log.lines.isEmpty)
            try Data().write(to: URL(fileURLWithPath: Notes.path(in: folder).string))
            try await open()
            #expect(log.lines.count == 1)
            #expect(log.lines.first?.contains("was empty, so a new database was created") == true)
            #expect(log.lines.first?.contains(Notes.path(in: folder).string) == true)
        }
    }

    @Test("rejects a FIFO without blocking")
    func fifo() async throws {
        try await withTemporaryFolder { folder in
            #expect(mkfifo(Notes.path(in: folder).string, 0o600) == 0)
            let failure = #expect(throws: PluginFailure.self) { try Notes.open(in: folder) }
            #expect(failure?.message == "\(Notes.path(in: folder)) is not a regular file; it was left unchanged")
        }
    }

    @Test("rejects a database of a newer version, and leaves it unchanged, whether it has a newer schema or not")
    func newerSchema() async throws {
        for migration in ["ALTER TABLE note ADD COLUMN colour TEXT", "SELECT 1"] {
            try await withTemporaryFolder { folder in
                var newer = Notes.migrator
                newer.registerMigration("2 colours") { db in try db.execute(sql: migration) }
                try await Notes.create(1, in: folder)
                try await SQLiteDatabase(at: Notes.path(in: folder), migrator: newer).close()
                let bytes = try Data(contentsOf: URL(fileURLWithPath: Notes.path(in: folder).string))
                try await expectRejection(of: bytes, in: folder) {
                    "\($0) was written by a newer version, with the migrations '2 colours'; it was left unchanged"
                }
            }
        }
    }

    @Test("rejects the database of another program, and leaves it unchanged, although it has a table of the same name")
    func otherProgram() async throws {
        try await withTemporaryFolder { folder in
            let other = try DatabaseQueue(path: Notes.path(in: folder).string)
            try await other.write { db in try db.execute(sql: "CREATE TABLE note (a); CREATE TABLE more (b)") }
            try other.close()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: Notes.path(in: folder).string))
            try await expectRejection(of: bytes, in: folder) {
                "\($0) is the database of another program, with the tables 'more', 'note'; it was left unchanged"
            }
        }
    }

    @Test("stores a fingerprint of the verified schema, which changes with the schema")
    func fingerprint() async throws {
        try await withTemporaryFolder { folder in
            @Sendable func stored(in db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA user_version") }
            try await Notes.create(1, in: folder)
            let first = try await Notes.with(in: folder) { database in
                try await database.write { db in
                    try db.execute(sql: "CREATE TABLE other (a)")
                    return try stored(in: db)
                }
            }
            let second = try await Notes.with(in: folder) { database in try await database.read(stored) }
            #expect(first != 0 && second != 0 && first != second)
        }
    }

    @Test("rejects a symbolic link")
    func link() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.create(1, in: folder)
            let path = Notes.path(in: folder).string
            #expect(rename(path, "\(path).real") == 0 && symlink("\(path).real", path) == 0)
            let failure = #expect(throws: PluginFailure.self) { try Notes.open(in: folder) }
            #expect(failure?.kind == .data)
            #expect(failure?.message.hasSuffix("is a symbolic link; it was left unchanged") == true)
        }
    }

    @Test("rejects a database that another process has locked")
    func locked() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.create(1, in: folder)
            let queue = try DatabaseQueue(path: Notes.path(in: folder).string)
            try queue.inDatabase { db in
                try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
                let failure = #expect(throws: PluginFailure.self) {
                    try Notes.open(in: folder, busyTimeout: .milliseconds(10))
                }
                // The plugin is started again until the file is free.
                #expect(failure?.kind == .inUse)
                let sentence = try #require(failure?.message)
                #expect(sentence.hasSuffix("another process has locked it"), "\(sentence)")
                try db.execute(sql: "ROLLBACK")
            }
            try queue.close()
        }
    }

    @Test(
        "rejects a database that lacks a part of its schema",
        arguments: [
            (
                "DROP TABLE note",
                "the column 'text TEXT' of the table 'note', the index 'noteByText' of the table 'note', the table 'note'"
            ),
            ("DROP INDEX noteByText", "the index 'noteByText' of the table 'note'"),
            (
                "DROP TABLE note; CREATE TABLE note (text INTEGER); CREATE INDEX noteByText ON note (text)",
                "the column 'text TEXT' of the table 'note'"
            ),
        ])
    func schema(change: String, missing: String) async throws {
        try await withTemporaryFolder { folder in
            try await Notes.with(in: folder) { try await $0.write { db in try db.execute(sql: change) } }
            let failure = #expect(throws: PluginFailure.self) { try Notes.open(in: folder) }
            #expect(failure?.kind == .data)
            #expect(failure?.message == "\(Notes.path(in: folder)) lacks \(missing); it was left unchanged")
        }
    }

    @Test("accepts a database with additional tables, and one whose log was not written back")
    func acceptable() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.with(in: folder) { database in
                try await database.write { db in try db.execute(sql: "CREATE TABLE other (a); ANALYZE") }
            }
            let database = try Notes.open(in: folder)
            try await database.add("tea")
            try await withTemporaryFolder { copy in
                // Copies the files in the state in which a killed process leaves them.
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(
                        atPath: Notes.path(in: folder).string + suffix, toPath: Notes.path(in: copy).string + suffix)
                }
                try await Notes.with(in: copy) { database in
                    let texts = try await database.texts()
                    #expect(texts == ["tea"])
                }
            }
            try await database.close()
        }
    }

    private func expectRejection(
        of bytes: Data, in folder: FilePath, sentence: (FilePath) -> String
    ) async throws {
        let path = Notes.path(in: folder)
        let file = URL(fileURLWithPath: path.string)
        try bytes.write(to: file)
        let failure = #expect(throws: PluginFailure.self) { try Notes.open(in: folder) }
        #expect(failure?.kind == .data)
        #expect(failure?.message == sentence(path))
        #expect(failure?.advice?.isEmpty == false)
        #expect(try Data(contentsOf: file) == bytes)
    }
}

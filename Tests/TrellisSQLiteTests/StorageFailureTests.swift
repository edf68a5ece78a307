import Foundation
import GRDB
import Glibc
import Testing
import Trellis
import TrellisTesting

@testable import TrellisSQLite

@Suite("Storage failures of a database", .timeLimit(.minutes(2)))
struct StorageFailureTests {
    @Test(
        "rejects changes when a file was deleted or replaced, and still returns data",
        arguments: ["", "-wal"], [Loss.deletion, .replacement])
    func replaced(suffix: String, loss: Loss) async throws {
        try await withTemporaryFolder { folder in
            let database = try Notes.open(in: folder)
            try await database.add("tea")
            try loss.happen(to: Notes.path(in: folder).string + suffix)
            let failure = StorageError.replaced(file: Notes.path(in: folder))
            await #expect(throws: failure) { try await database.add("rice") }
            await #expect(throws: failure) { try await database.verify() }
            #expect(try await database.texts() == ["tea"])
            #expect("\(failure)".contains("\(Notes.path(in: folder)) was deleted, moved or replaced"))
            try? await database.close()
        }
    }

    enum Loss: Sendable {
        case deletion, replacement

        func happen(to path: String) throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try FileManager.default.removeItem(atPath: path)
            if self == .replacement { try bytes.write(to: URL(fileURLWithPath: path)) }
        }
    }

    @Test("waits 5 s for another process that has locked the database, then fails without a change, and recovers")
    func busy() async throws {
        try await withTemporaryFolder { folder in
            let standard = try Notes.open(in: folder)
            #expect(try await standard.write { db in try Int.fetchOne(db, sql: "PRAGMA busy_timeout") } == 5_000)
            try await standard.close()
            let database = try Notes.open(in: folder, busyTimeout: .milliseconds(10))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: Notes.path(in: folder).string, configuration: configuration)
            try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
            let failure = StorageError.busy(file: Notes.path(in: folder))
            try await withThrowingTaskGroup(of: Void.self) { group in
                // The changes share a transaction.
                for number in 0..<20 {
                    group.addTask { await #expect(throws: failure) { try await database.add("\(number)") } }
                }
                try await group.waitForAll()
            }
            await #expect(throws: failure) { try await database.verify() }
            try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
            try await database.verify()
            try await database.add("tea")
            #expect(try await database.texts() == ["tea"])
            try other.close()
            try await database.close()
        }
    }

    @Test("finds damage inside the file, and rejects changes from then on")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.create(400, in: folder)
            let file = try FileDescriptor.open(Notes.path(in: folder), .readWrite)
            try file.closeAfter {
                _ = try file.writeAll(toAbsoluteOffset: 10 * 4_096, [UInt8](repeating: 0xFF, count: 20 * 4_096))
            }
            // The header and the schema are intact.
            let database = try Notes.open(in: folder)
            try await database.verify()
            let failure = try await #require(throws: StorageError.self) { try await database.checkIntegrity() }
            guard case .damaged(let path, let detail) = failure else {
                Issue.record(failure)
                return
            }
            #expect(path == Notes.path(in: folder))
            #expect(!detail.isEmpty)
            await #expect(throws: failure) { try await database.verify() }
            await #expect(throws: failure) { try await database.add("tea") }
            try? await database.close()
        }
    }

    @Test("the integrity check of an undamaged database succeeds during changes")
    func intact() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.create(400, in: folder)
            try await Notes.with(in: folder) { database in
                try await database.checkIntegrity()
                try await database.add("tea")
                try await database.checkIntegrity()
                try await database.verify()
            }
        }
    }

    @Test("a read that finds damage reports a storage error")
    func damageFoundByReading() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.create(400, in: folder)
            let file = try FileDescriptor.open(Notes.path(in: folder), .readWrite)
            try file.closeAfter {
                _ = try file.writeAll(toAbsoluteOffset: 4 * 4_096, [UInt8](repeating: 0xFF, count: 90 * 4_096))
            }
            let database = try Notes.open(in: folder)
            let failure = try await #require(throws: StorageError.self) { _ = try await database.texts() }
            await #expect(throws: failure) { try await database.verify() }
            try? await database.close()
        }
    }

    @Test(
        "recovers from a full disk without a change by a caller",
        .enabled(if: SmallDisk.isAvailable, "only root can mount a small file system"))
    func full() async throws {
        try await SmallDisk.with { folder, enlarge in
            let database = try Notes.open(in: folder)
            let text = String(repeating: "x", count: 10_000)
            let failure = try await #require(throws: StorageError.self) {
                for _ in 0..<100 { try await database.add(text) }
            }
            #expect(failure == .full(file: Notes.path(in: folder)))
            await #expect(throws: failure) { try await database.verify() }
            try enlarge()
            try await database.verify()
            try await database.verify()
            try await database.add("tea")
            try await database.close()
        }
    }
}

import Foundation
import Testing

/// The start with a database that the daemon cannot use.
@Suite("Unusable databases", .runsPrograms, .timeLimit(.minutes(10)))
struct DatabaseErrorTests {
    @Test("a file that is not a database is rejected and left unchanged")
    func rejectsAFileThatIsNotADatabaseAndDoesNotChangeIt() async throws {
        try await Workplace.with { workplace in
            try workplace.write("My diary. Today it rained.\n", to: "state/items/items.sqlite")
            let result = try await workplace.trellisd()
            let sentence = """
                the plugin items cannot start: \(workplace.database) is not a SQLite database; it was left unchanged. \
                Move it away, or restore it from a backup, and start trellisd again
                """
            #expect(result.error.split(separator: "\n").last == "trellisd: \(sentence)")
            #expect(result.status == 65)
            #expect(try workplace.contents(of: "state/items/items.sqlite") == Data("My diary. Today it rained.\n".utf8))
            #expect(try workplace.names(in: "state/items") == ["items.sqlite"])
        }
    }

    @Test("a damaged database is rejected and left unchanged")
    func rejectsADamagedDatabaseAndDoesNotChangeIt() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in _ = try await workplace.trellisctl("items", "add", "Tea", "1") }
            var bytes = try workplace.contents(of: "state/items/items.sqlite")
            // Overwrites the rest of the header, after the bytes that identify a SQLite database.
            for index in 16..<100 { bytes[index] = 0xA5 }
            try bytes.write(to: workplace.folder.appending(path: "state/items/items.sqlite"))
            let result = try await workplace.trellisd()
            #expect(result.status == 65)
            #expect(
                result.error.contains("\(workplace.database) has an invalid header; it was left unchanged. Restore"))
            #expect(try workplace.contents(of: "state/items/items.sqlite") == bytes)
        }
    }

    @Test(
        "a database of a newer version is rejected and left unchanged",
        .enabled(if: BootRequirements.isInstalled("python3"), "needs python3, to write into a database"))
    func rejectsADatabaseOfANewerVersionAndDoesNotChangeIt() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in _ = try await workplace.trellisctl("items", "add", "Tea", "1") }
            // A newer version adds its migrations to this table.
            let marked = try await Workplace.run(
                "/usr/bin/env",
                [
                    "python3", "-c",
                    """
                    import sqlite3, sys
                    with sqlite3.connect(sys.argv[1]) as database:
                        database.execute("INSERT INTO grdb_migrations VALUES ('2 from the future')")
                    database.close()
                    """, workplace.database,
                ])
            #expect(marked.status == 0, "\(marked.error)")
            let before = try workplace.contents(of: "state/items/items.sqlite")
            let result = try await workplace.trellisd()
            let sentence = """
                the plugin items cannot start: \(workplace.database) was written by a newer version, with the migrations \
                '2 from the future'; it was left unchanged. Install that version again, or restore a database of this version \
                from a backup
                """
            #expect(result.error.split(separator: "\n").last == "trellisd: \(sentence)")
            #expect(result.status == 65)
            #expect(try workplace.contents(of: "state/items/items.sqlite") == before)
        }
    }
}

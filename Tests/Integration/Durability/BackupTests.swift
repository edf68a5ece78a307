import Foundation
import Testing
import Varlink

/// `trellisctl backup` and `trellisd --restore`, with the installed programs.
@Suite("Backup and restoration", .runsPrograms, .timeLimit(.minutes(10)))
struct BackupTests {
    private static let configuration = "plugins:\n  items:\n  movies:\n"

    @Test("a backup restores the data of all plugins, and the replaced files are kept")
    func roundTrip() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let backup = workplace.path("backup.tar")
            try await workplace.withDaemon { _ in
                #expect(try await workplace.trellisctl("items", "add", "Before", "1").status == 0)
                #expect(try await workplace.trellisctl("movies", "save", "--title", "sample-41").status == 0)
                let made = try await workplace.trellisctl("backup", backup)
                #expect(made.status == 0, "\(made.error)")
                #expect(made.output.contains("items/items.sqlite"))
                #expect(made.output.contains("movies/movies.sqlite"))
                let attributes = try FileManager.default.attributesOfItem(atPath: backup)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                let again = try await workplace.trellisctl("backup", backup)
                #expect(again.status == 73, "an existing file is not replaced: \(again.error)")
                #expect(try await workplace.trellisctl("items", "add", "After", "2").status == 0)
                #expect(try await workplace.trellisctl("movies", "unsave", "--title", "sample-41").status == 0)
            }
            let listed = try await workplace.shell("tar -tf \"$FOLDER/backup.tar\"")
            #expect(listed.output == "manifest.json\nitems/items.sqlite\nmovies/movies.sqlite\n")
            let restored = try await workplace.trellisd("--restore", backup)
            #expect(restored.status == 0, "\(restored.error)")
            #expect(restored.output.contains("restored 2 files"))
            #expect(try workplace.names(in: "state/items").contains { $0.hasPrefix("items.sqlite.replaced-") })
            #expect(try workplace.names(in: "cache").allSatisfy { !$0.hasPrefix(".backup") })
            try await workplace.withDaemon { _ in
                let items = try await workplace.trellisctl("items", "list").output
                #expect(items.contains("Before"))
                #expect(!items.contains("After"))
                #expect(try await workplace.trellisctl("movies", "saved").output.contains("sample-41"))
            }
        }
    }

    @Test(
        "a client that knows changes which a restoration has undone can neither resume its watch nor overwrite others")
    func lostHistory() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let backup = workplace.path("backup.tar")
            let known = EventLog()
            @Sendable func item(_ reply: CommandResult) throws -> JSONValue {
                try #require(try JSONValue(parsing: reply.output)["item"], "\(reply)")
            }
            try await workplace.withDaemon { _ in
                let shared = try item(try await workplace.trellisctl("items", "add", "Shared", "1", "--json"))
                let id = try #require(shared["id"]?.stringValue)
                #expect(try await workplace.trellisctl("backup", backup).status == 0)
                let changed = try await workplace.trellisctl("items", "update", id, "--count", "50", "--json")
                let lost = try await workplace.trellisctl("items", "add", "Lost", "1", "--json")
                known.append(id)
                for reply in [changed, lost] { known.append("\(try #require(try item(reply)["revision"]))") }
            }
            #expect(try await workplace.trellisd("--restore", backup).status == 0)
            try await workplace.withDaemon { _ in
                let (id, changed, lost) = (known.texts[0], known.texts[1], known.texts[2])
                // There are as many changes as before the restoration, and more.
                let other = try await workplace.trellisctl("items", "update", id, "--count", "7", "--json")
                for title in ["Other", "Newest"] {
                    #expect(try await workplace.trellisctl("items", "add", title, "1").status == 0)
                }
                let conflict = try await workplace.trellisctl(
                    "items", "update", id, "--count", "51", "--expected-revision", changed)
                #expect(conflict.status == 65 && conflict.error.contains("Conflict"), "\(conflict)")
                let found = try await workplace.trellisctl("items", "get", id, "--json")
                #expect(try item(found) == item(other))
                for revision in [changed, lost] {
                    let watch = try await workplace.trellisctl("items", "watch", "--since", revision, "--timeout", "60")
                    #expect(watch.status == 65 && watch.error.contains("HistoryUnavailable"), "\(watch)")
                }
            }
        }
    }

    @Test("a backup under load is one moment of the list")
    func consistency() async throws {
        try await Workplace.with { workplace in
            let backup = workplace.path("backup.tar")
            try await workplace.withDaemon { _ in
                // Each change adds two items, so a consistent copy has an even number. The load ends with the daemon.
                _ = try await workplace.shell(
                    #"yes '{"title":"a","count":1}' | "$TRELLISCTL" items import --input - --batch 2 > /dev/null 2>&1 &"#
                )
                while try await !workplace.trellisctl("items", "list", "--json").output.contains("title") {}
                let made = try await workplace.trellisctl("backup", backup)
                #expect(made.status == 0, "\(made.error)")
            }
            let restored = try await workplace.trellisd("--restore", backup)
            #expect(restored.status == 0, "\(restored.error)")
            try await workplace.withDaemon { _ in
                let items = try await workplace.trellisctl("items", "list", "--json")
                let count = items.output.split(separator: "\n").count { $0.contains("\"title\"") }
                #expect(count > 0 && count.isMultiple(of: 2), "\(count)")
            }
        }
    }

    @Test("a backup is not restored while a daemon runs")
    func runningDaemon() async throws {
        try await Workplace.with { workplace in
            let backup = workplace.path("backup.tar")
            try await workplace.withDaemon { daemon in
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                #expect(try await workplace.trellisctl("backup", backup).status == 0)
                let refused = try await workplace.trellisd("--restore", backup)
                #expect(refused.status == 73)
                #expect(refused.error.contains("another trellisd (process \(daemon.processIdentifier)) uses"))
                #expect(try await workplace.trellisctl("items", "list").output.contains("Tea"))
            }
        }
    }
}

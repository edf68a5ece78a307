import EtcdTesting
import Foundation
import Glibc
import Testing

@Suite("trellisd --move-items", .runsPrograms, .runsEtcd, .timeLimit(.minutes(10)))
struct MoveItemsTests {
    private static func configuration(_ store: String, in etcd: TestCluster) -> String {
        """
        cluster:
          name: web1
          etcd: { endpoints: ["http://\(etcd.members[0].endpoint)"] }
        plugins:
          items: { store: \(store) }

        """
    }

    @Test("moves the list of one machine into the etcd of a cluster, without a change of the file")
    func move() async throws {
        try await TestCluster.with { etcd in
            try await Workplace.with(configuration: Self.configuration("sqlite", in: etcd)) { workplace in
                try await workplace.withDaemon { _ in
                    let lines = (1...1_234).map { #"{"title":"Item \#($0) \"é\"","count":\#($0)}"# + "\n" }.joined()
                    try workplace.write(lines, to: "items.jsonl")
                    let added = try await workplace.trellisctl(
                        "items", "import", "--input", workplace.path("items.jsonl"))
                    #expect(added.status == 0, "\(added.error)")
                    let exported = try await workplace.trellisctl(
                        "items", "export", "--output", workplace.path("before.jsonl"))
                    #expect(exported.status == 0)
                    // The daemon still changes the file.
                    let early = try await workplace.trellisd("--move-items", "--set", "plugins.items.store=etcd")
                    #expect(early.status == EX_CANTCREAT)
                    #expect(early.error.contains("items.sqlite is open in the process "), "\(early.error)")
                }
                let bytes = try workplace.contents(of: "state/items/items.sqlite")
                let local = try await workplace.trellisd("--move-items")
                #expect(local.status == EX_CONFIG)
                #expect(local.error.contains("plugins.items.store is not etcd"), "\(local.error)")
                try workplace.write(Self.configuration("etcd", in: etcd), to: "trellis.yaml")
                let moved = try await workplace.trellisd("--move-items")
                #expect(moved.status == 0, "\(moved.error)")
                #expect(moved.output.hasPrefix("imported 1234 items of "), "\(moved.output)")
                #expect(moved.output.contains("0 already in etcd, in "))
                #expect(moved.error == "")
                try await workplace.withDaemon { _ in
                    // Also while the daemon runs.
                    let again = try await workplace.trellisd("--move-items")
                    #expect(again.status == 0, "\(again.error)")
                    #expect(again.output.contains("imported 0 items of "), "\(again.output)")
                    #expect(again.output.contains("1234 already in etcd"), "\(again.output)")
                    let result = try await workplace.shell(
                        """
                        cd "$FOLDER"
                        "$TRELLISCTL" items export --output after.jsonl >/dev/null
                        for file in before after; do sed 's/,"revision":[0-9]*//' $file.jsonl >$file; done
                        cmp before after && wc -l <after
                        """)
                    #expect(result.output == "1234\n", "\(result.output) \(result.error)")
                }
                #expect(try workplace.contents(of: "state/items/items.sqlite") == bytes)
                let names = try workplace.names(in: "state/items")
                #expect(!names.contains(".move-items"))
            }
        }
    }

    @Test("says what is wrong, with the exit status of its kind")
    func errors() async throws {
        try await TestCluster.with { etcd in
            try await Workplace.with(configuration: Self.configuration("etcd", in: etcd)) { workplace in
                let missing = try await workplace.trellisd("--move-items")
                #expect(missing.status == EX_NOINPUT)
                #expect(missing.error.contains("items.sqlite does not exist"), "\(missing.error)")
                let conflict = try await workplace.trellisd("--move-items", "--check")
                #expect(conflict.status == EX_USAGE)
                try workplace.write("not a database", to: "state/items/items.sqlite")
                let damaged = try await workplace.trellisd("--move-items")
                #expect(damaged.status == EX_DATAERR)
                #expect(damaged.error.contains("is not a SQLite database"), "\(damaged.error)")
                try FileManager.default.removeItem(atPath: workplace.database)
                try workplace.write("plugins:\n  items:\n", to: "trellis.yaml")
                try await workplace.withDaemon { _ in
                    let added = try await workplace.trellisctl("items", "add", "Tea", "1")
                    #expect(added.status == 0)
                }
                let alone = try await workplace.trellisd("--move-items", "--set", "plugins.items.store=etcd")
                #expect(alone.status == EX_CONFIG)
                #expect(alone.error.contains("cluster.etcd is not set"), "\(alone.error)")
                try workplace.write(Self.configuration("etcd", in: etcd), to: "trellis.yaml")
                etcd.members[0].stop()
                let silent = try await workplace.trellisd("--move-items")
                etcd.members[0].resume()
                #expect(silent.status == EX_UNAVAILABLE)
                #expect(silent.error.contains("etcd does not respond"), "\(silent.error)")
                #expect(silent.error.contains("Run the command again"), "\(silent.error)")
                let moved = try await workplace.trellisd("--move-items")
                #expect(moved.output.hasPrefix("imported 1 item of "), "\(moved.output) \(moved.error)")
            }
        }
    }
}

import Foundation
import Testing

/// A failure of the file of a plugin's database while the daemon runs.
@Suite("Storage failures", .runsPrograms, .timeLimit(.minutes(10)))
struct StorageFailureTests {
    @Test("a damaged database is reported, and changes of items are rejected")
    func damageIsReported() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in _ = try await workplace.addItems(2_000) }
            var bytes = try workplace.contents(of: "state/items/items.sqlite")
            let damaged = 11 * 4_096..<60 * 4_096
            try #require(bytes.count > damaged.upperBound)
            bytes.replaceSubrange(damaged, with: Data(repeating: 0xFF, count: damaged.count))
            try bytes.write(to: workplace.folder.appending(path: "state/items/items.sqlite"))
            let outcome = try await workplace.withDaemon { daemon in
                let status = await daemon.notifications.first {
                    $0.hasPrefix(
                        "STATUS=1 plugin runs; items is degraded: item store: \(workplace.database) is damaged (")
                }
                #expect(status?.hasSuffix("restore the file from a backup, and start trellisd again") == true)
                let listed = try await workplace.trellisctl("plugin", "list", "--json")
                #expect(listed.output.contains(#""state":"degraded""#))
                let added = try await workplace.trellisctl("items", "add", "Tea", "1")
                #expect(added.status != 0)
                #expect(added.error.contains("\(workplace.database) is damaged ("))
            }
            #expect(outcome.log.contains { $0.contains("the job integrity of the plugin items failed: ") })
        }
    }

    @Test(
        "no change is acknowledged after the database file is lost",
        arguments: [
            "rm items.sqlite", "cp items.sqlite x && mv x items.sqlite", "rm items.sqlite-wal", "mv ../items ../x",
        ])
    func noChangeIsAcknowledgedAfterTheFileIsLost(command: String) async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { daemon in
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                let lost = try await workplace.shell("cd '\(workplace.path("state/items"))' && \(command)")
                #expect(lost.status == 0, "\(lost.error)")
                let added = try await workplace.trellisctl("items", "add", "Rice", "1")
                #expect(added.status != 0)
                #expect(added.error.contains("\(workplace.database) was deleted, moved or replaced while it was open"))
                #expect(added.error.contains("restore it from a backup"))
                let status = await daemon.notifications.first { $0.contains("items is degraded: item store: ") }
                #expect(status?.contains(workplace.database) == true)
            }
        }
    }
}

extension Workplace {
    /// Adds items with titles of 1,000 bytes over one connection.
    func addItems(_ count: Int) async throws -> Int {
        let connection = try RawConnection(to: socket)
        let title = String(repeating: "x", count: 1_000)
        let items = (0..<100).map { _ in #"{"title":"\#(title)","count":1}"# }.joined(separator: ",")
        for _ in 0..<count / 100 {
            try await connection.send(
                message: #"{"method":"io.trellis.Items.AddMany","parameters":{"items":[\#(items)]}}"#)
            let reply = try await connection.receive()
            #expect(reply?.hasPrefix(#"{"parameters":{"items":["#) == true)
        }
        return count
    }
}

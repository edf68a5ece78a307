import Testing
import Varlink

/// The daemon's entries in the journal of a real systemd.
@Suite("The journal", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct JournalTests {
    private static let unit = "trellisd.service"

    @Test("has an explanation of each event of the daemon, and the request, user and plugin of each entry")
    func fields() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("journalctl", "--update-catalog")
            let listed = try await machine.run("journalctl", "--list-catalog").output.split(separator: "\n")
            let ours = listed.filter { $0.contains(" trellisd: ") }
            #expect(ours.count > 20)
            #expect(ours.contains { $0.contains("The daemon is ready") })

            try await machine.run("trellisctl", "items", "add", "Tea", "3")
            let record = try #require(
                try await machine.journal(of: Self.unit, "TRELLIS_METHOD=io.trellis.Items.Add").first)
            #expect(record["TRELLIS_UID"] == "0")
            #expect(record["TRELLIS_REQUEST_ID"]?.split(separator: ".").count == 2)
            #expect(record["CODE_FILE"]?.hasSuffix(".swift") == true)
            let request = try #require(record["TRELLIS_REQUEST_ID"])
            #expect(try await machine.journal(of: Self.unit, "TRELLIS_REQUEST_ID=\(request)").count == 1)

            // Checks a message that a plugin logs during a call.
            try await machine.run("trellisctl", "log-level", "items", "debug")
            try await machine.run(
                "sh", "-c", "trellisctl items watch --json | sed -n '/\"ready\"/q'")
            let message = try #require(
                try await machine.journal(of: Self.unit, "TRELLIS_PLUGIN=items", "MESSAGE=watch is ready").first)
            #expect(message["TRELLIS_UID"] == "0")
            #expect(message["TRELLIS_REQUEST_ID"]?.split(separator: ".").count == 2)
            #expect(message["CODE_FILE"]?.hasSuffix("/ListWatch.swift") == true)
            #expect(message["CODE_LINE"] != nil && message["CODE_FUNC"] != nil)

            // An operator reads the log without rights on the journal.
            try await machine.run("useradd", "--groups", "trellis", "alice")
            let log = try await machine.run("runuser", "-u", "alice", "trellisctl", "log")
            #expect(log.output.contains(" trellis: ready "))
            #expect(!log.output.contains("io.trellis.Items.Add"))
            let level = try await machine.attempt(["runuser", "-u", "alice", "trellisctl", "log-level", "debug"])
            #expect(level.status == 77)

            // Every entry of the daemon itself has the identifier of an event.
            let all = try await machine.journal(of: Self.unit, "SYSLOG_IDENTIFIER=trellisd", "LOGGER=trellis")
            let ready = try #require(all.first { $0["MESSAGE"] == "ready" })
            #expect(all.allSatisfy { $0["MESSAGE_ID"] != nil }, "\(all)")
            #expect(ready["CODE_FILE"] == "TrellisHost/Daemon.swift")
            #expect(ready["CODE_LINE"] != nil && ready["CODE_FUNC"] != nil)
            let explained = try await machine.run(
                "journalctl", "--catalog", "--unit", Self.unit, "MESSAGE_ID=\(ready["MESSAGE_ID"] ?? "")")
            #expect(explained.output.contains("Subject: The daemon is ready"))
            #expect(explained.output.contains(" /run/trellis/io.trellis: "))
        }
    }
}

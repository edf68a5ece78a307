import Foundation
import Testing
import Varlink

/// `trellisctl audit` with the daemon and the journal of a real systemd.
@Suite("trellisctl audit", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct AuditTests {
    /// Restricts members of the group `trellis` to reading.
    private static let configuration = "control: { roles: { read: ['@trellis'], operate: [] } }\n"

    /// Runs `trellisctl audit --json`, and returns the named members of each record.
    private func records(in machine: BootedMachine, _ options: String..., names: [String]) async throws -> [[String]] {
        let result = try await machine.attempt(["trellisctl", "audit", "--json"] + options)
        #expect(result.status == 0, "\(result.error)")
        #expect(result.error == "")
        return try result.output.split(separator: "\n").map { line in
            let record = try JSONValue(parsing: String(line))
            return names.map { record[$0]?.stringValue ?? "-" }
        }
    }

    @Test("shows callers, methods and outcomes, and ignores forged entries")
    func showsCallers() async throws {
        try await BootedMachine.bootWithTrellis(configuration: Self.configuration) { machine in
            #expect(try await machine.run("trellisctl", "audit") == CommandResult(status: 0, output: "", error: ""))
            try await machine.run("useradd", "--groups", "trellis", "alice")
            try await machine.run("trellisctl", "items", "add", "Tea", "3")
            try await machine.run("trellisctl", "items", "list")
            #expect(try await machine.attempt(["trellisctl", "items", "delete", "x"]).status == 65)
            let refused = try await machine.attempt([
                "runuser", "-u", "alice", "trellisctl", "items", "add", "Rum", "1",
            ])
            #expect(refused.status == 77)
            // Any user can write this journal entry, so it is not a record.
            try await machine.run(
                "runuser", "-u", "alice", "--", "logger", "--journald",
                input: """
                    MESSAGE_ID=86bb3b8c0cd74b88b86e8ccee378e73e
                    MESSAGE=forged
                    TRELLIS_UID=0
                    TRELLIS_METHOD=io.trellis.Items.Add
                    TRELLIS_OUTCOME=done

                    """)
            try await machine.run("journalctl", "--sync")
            let forged = try await machine.run(
                "journalctl", "--output=json", "MESSAGE_ID=86bb3b8c0cd74b88b86e8ccee378e73e", "MESSAGE=forged")
            #expect(forged.output.contains("\"TRELLIS_OUTCOME\":\"done\""))

            let added = ["root", "io.trellis.Items.Add", "operate", "done"]
            let failed = ["root", "io.trellis.Items.Delete", "operate", "io.trellis.Items.NoSuchItem"]
            let denied = ["alice", "io.trellis.Items.Add", "operate", "refused"]
            let names = ["user", "method", "role", "outcome"]
            // The call that reads the records is recorded, too.
            let read = ["root", "io.trellis.Host.ReadAudit", "administer", "done"]
            #expect(try await records(in: machine, names: names) == [read, added, failed, denied])
            let items = ["--plugin", "items"]
            #expect(try await records(in: machine, "--plugin", "items", names: names) == [added, failed, denied])
            #expect(try await records(in: machine, "--outcome", "NoSuchItem", names: names) == [failed])
            #expect(try await records(in: machine, "--failed", names: names) == [failed, denied])
            #expect(try await records(in: machine, "--failed", "-n", "1", names: names) == [denied])
            #expect(try await records(in: machine, "--user", "alice", names: names) == [denied])
            #expect(try await records(in: machine, "--method", "Delete", names: names) == [failed])
            #expect(try await records(in: machine, items[0], items[1], "-n", "2", names: names) == [failed, denied])
            #expect(
                try await records(
                    in: machine, items[0], items[1], "--since", "-1h", "--until", "+1h", names: names
                ).count == 3)
            #expect(try await records(in: machine, "--since", "+1h", names: names) == [])
            let table = try await machine.run("trellisctl", "audit", "--plugin", "items").output
                .split(separator: "\n")
            #expect(table.first?.split(separator: " ") == ["TIME", "USER", "UNIT", "METHOD", "OUTCOME", "DURATION"])
            #expect(table.dropFirst(2).first?.contains("  io.trellis.Items.Delete  NoSuchItem  ") == true)
            #expect(table.count == 4)
            // A user without the role, and without access to the journal or the socket, sees no records.
            let reader = try await machine.attempt(["runuser", "-u", "alice", "trellisctl", "audit"])
            #expect(reader.status == 77)
            #expect(reader.error.contains("the call requires the role 'administer'"))
            // The journal entries contain the plugin and the name of the user.
            try await machine.run("journalctl", "--sync")
            let entries = try await machine.run(
                "journalctl", "--output=cat", "--output-fields=TRELLIS_OUTCOME", "TRELLIS_PLUGIN=items",
                "TRELLIS_USER=alice")
            #expect(entries.output == "refused\n")
            // Without a daemon, the command reads the files.
            try await machine.run("systemctl", "stop", "trellisd.socket", "trellisd.service")
            let stopped = try await machine.attempt(["trellisctl", "audit", "--json", "--plugin", "items"])
            #expect(stopped.status == 0)
            #expect(stopped.output.split(separator: "\n").count == 3)
            #expect(stopped.error == "trellisctl: the daemon does not run; reading /var/lib/trellis/audit\n")
        }
    }

    @Test("follows new records")
    func followsNewRecords() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            let followed = try await machine.run(
                "bash", "-c",
                """
                trellisctl items add Tea 3 > /dev/null
                trellisctl items add Rice 1 > /dev/null
                exec 3< <(trellisctl audit --follow --json --lines 1 --plugin items; echo "status $?")
                audit=$!
                read -r past <&3 && echo "$past"
                trellisctl items delete x 2> /dev/null
                read -r next <&3 && echo "$next"
                pkill -TERM -P "$audit" trellisctl
                read -r status <&3 && echo "$status"
                """)
            let lines = followed.output.split(separator: "\n").map(String.init)
            let methods = try lines.dropLast().map { try JSONValue(parsing: $0)["method"]?.stringValue }
            #expect(methods == ["io.trellis.Items.Add", "io.trellis.Items.Delete"])
            #expect(lines.last == "status 143")
        }
    }

    @Test("reports a missing permission and an invalid time")
    func reportsAMissingPermissionAndAnInvalidTime() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("useradd", "alice")
            try await machine.run("trellisctl", "items", "add", "Tea", "3")
            try await machine.run("journalctl", "--sync")
            // The user alice may access neither the socket nor the journal.
            let result = try await machine.attempt(["runuser", "-u", "alice", "trellisctl", "audit"])
            let sentence = """
                trellisctl: you may not read the system's journal, which has the audit records.
                Root and the members of the groups systemd-journal and adm may read it.

                """
            #expect(result == CommandResult(status: 77, output: "", error: sentence))
            let wrong = try await machine.attempt(["trellisctl", "audit", "--since", "whenever"])
            #expect(wrong.status == 64)
            #expect(
                wrong.error.hasPrefix(
                    "trellisctl: invalid value for --since: expected a time as in systemd.time(7), got 'whenever'"))
        }
    }

    @Test("keeps the record of each administering call in a flood of operating calls, and reports missing records")
    func aFloodHidesNoAdministeringCall() async throws {
        let roles = "control: { roles: { read: [], operate: ['alice'] } }\nplugins: { items: {} }\n"
        try await BootedMachine.bootWithTrellis(configuration: roles) { machine in
            try await machine.run("useradd", "--groups", "trellis", "alice")
            try await machine.run("systemctl", "restart", "trellisd.service")
            let count = 8_000
            try await machine.run(
                "bash", "-c",
                """
                set -e
                for i in $(seq \(count / 4)); do echo '{"title":"Tea","count":1}'; done > /tmp/calls
                chmod 0644 /tmp/calls
                for i in 1 2 3 4; do runuser -u alice -- trellisctl items add --input /tmp/calls > /dev/null & done
                for i in 1 2 3 4 5 6; do
                    trellisctl call io.systemd.service.SetLogLevel '{"level":6}' > /dev/null
                done
                wait
                """)
            let administering = try await records(in: machine, "--method", "SetLogLevel", names: ["user", "outcome"])
            #expect(administering == Array(repeating: ["root", "done"], count: 6))
            // The records and the reported gaps account for every call.
            let lines = try await machine.run(
                "trellisctl", "audit", "--json", "--method", "Add", "--user", "alice"
            ).output.split(separator: "\n")
            let missing = try lines.reduce(0) { sum, line in
                let gap = try JSONValue(parsing: String(line))["gap"]
                return sum + Int(gap?["count"]?.integerValue ?? 0)
            }
            let gaps = lines.count { $0.hasPrefix("{\"gap\"") }
            #expect(lines.count - gaps + missing == count)
        }
    }

    @Test("keeps the records of answered calls when the daemon is killed, and reports the crash")
    func aKilledDaemonLeavesItsRecord() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            for number in 0..<20 { try await machine.run("trellisctl", "items", "add", "Tea", "\(number)") }
            // The daemon replies after it has written all earlier records.
            _ = try await records(in: machine, names: ["method"])
            try await machine.run("systemctl", "kill", "--signal=KILL", "trellisd.service")
            let lines = try await records(in: machine, names: ["method"])
            #expect(lines.count { $0 == ["io.trellis.Items.Add"] } == 20)
            let gaps = try await machine.run("trellisctl", "audit").output
            #expect(gaps.contains("(records may be missing: the daemon crashed or was killed)"), "\(gaps)")
        }
    }
}

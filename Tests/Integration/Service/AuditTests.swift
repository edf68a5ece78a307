import Foundation
import Testing
import Varlink

/// `trellisctl audit` with the journal of a real systemd.
@Suite("trellisctl audit", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct AuditTests {
    /// Restricts members of the group `trellis` to reading.
    private static let configuration = "control: { roles: { read: ['@trellis'], operate: [] } }\n"

    /// Runs `trellisctl audit --json`, and returns members of each record.
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
            // An entry that any user can write is not a record.
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
            #expect(try await records(in: machine, names: names) == [added, failed, denied])
            #expect(try await records(in: machine, "--failed", names: names) == [failed, denied])
            #expect(try await records(in: machine, "--failed", "-n", "1", names: names) == [denied])
            #expect(try await records(in: machine, "--user", "alice", names: names) == [denied])
            #expect(try await records(in: machine, "--method", "Delete", names: names) == [failed])
            #expect(try await records(in: machine, "-n", "2", names: names) == [failed, denied])
            #expect(try await records(in: machine, "--since", "-1h", "--until", "+1h", names: names).count == 3)
            #expect(try await records(in: machine, "--since", "+1h", names: names) == [])
            let table = try await machine.run("trellisctl", "audit").output.split(separator: "\n")
            #expect(table.first?.split(separator: " ") == ["TIME", "USER", "UNIT", "METHOD", "OUTCOME", "DURATION"])
            #expect(table.dropFirst(2).first?.contains("  io.trellis.Items.Delete  NoSuchItem  ") == true)
            #expect(table.count == 4)
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
                # The daemon writes records after its replies.
                until [ "$(trellisctl audit --json | wc -l)" -ge 2 ]; do sleep 0.1; done
                exec 3< <(trellisctl audit --follow --json --lines 1; echo "status $?")
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
            // journalctl has ended.
            #expect(try await machine.attempt(["pgrep", "-x", "journalctl"]).output == "")
        }
    }

    @Test("reports a missing permission and an invalid time")
    func reportsAMissingPermissionAndAnInvalidTime() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("useradd", "alice")
            try await machine.run("trellisctl", "items", "add", "Tea", "3")
            try await machine.run("journalctl", "--sync")
            let result = try await machine.attempt(["runuser", "-u", "alice", "trellisctl", "audit"])
            let sentence = """
                trellisctl: you may not read the system's journal, which has the audit records.
                Root and the members of the groups systemd-journal and adm may read it.

                """
            #expect(result == CommandResult(status: 77, output: "", error: sentence))
            let wrong = try await machine.attempt(["trellisctl", "audit", "--since", "whenever"])
            #expect(wrong.status == 64)
            #expect(wrong.error == "trellisctl: journalctl: Failed to parse timestamp: whenever\n")
        }
    }
}

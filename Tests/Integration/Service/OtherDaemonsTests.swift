import Foundation
import Testing

/// A user's own daemon and a second daemon of the system, with the commands of docs/operations.md.
@Suite("Other daemons", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct OtherDaemonsTests {
    /// The indented commands in a section of docs/operations.md, in blocks.
    private func commands(under heading: String) throws -> [String] {
        let file = URL(filePath: #filePath).appending(path: "../../../../docs/operations.md").standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "## \(heading)\n").last?.components(separatedBy: "\n## ").first)
        return section.components(separatedBy: "\n\n").filter { $0.hasPrefix("    ") }
    }

    @Test("a user's own daemon starts with its socket, and a second daemon runs beside the first")
    func daemons() async throws {
        let blocks = try commands(under: "A user's own daemon, and a second one")
        try #require(blocks.count == 2)
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("trellisctl", "items", "add", "Tea", "1")

            // The machine has no login service, so the test starts the manager of the user's units.
            try await machine.run("useradd", "--create-home", "alice")
            try await machine.run(
                "systemd-run", "--unit=alice", "--property=User=alice", "--property=Delegate=yes",
                "--property=Type=notify", "--property=RuntimeDirectory=alice",
                "--setenv=XDG_RUNTIME_DIR=/run/alice", "/lib/systemd/systemd", "--user")
            let asAlice = ["runuser", "-u", "alice", "--", "env", "HOME=/home/alice", "XDG_RUNTIME_DIR=/run/alice"]
            func run(_ line: String) async throws -> CommandResult {
                try await machine.attempt(asAlice + ["sh", "-c", line])
            }
            try await machine.run(
                "sh", "-c",
                """
                runuser -u alice -- mkdir -p /home/alice/.config/trellis
                runuser -u alice -- sh -c 'echo "plugins: { items: {} }" > /home/alice/.config/trellis/trellis.yaml'
                """)
            let enabled = try await run(blocks[0])
            #expect(enabled.status == 0, "\(enabled)")
            let added = try await run("trellisctl items add Rum 2 && trellisctl items list --json")
            #expect(added.status == 0 && added.output.contains("Rum") && !added.output.contains("Tea"), "\(added)")
            let reloaded = try await run(
                "systemctl --user reload trellisd.service; ls /home/alice/.local/state/trellis/items")
            #expect(reloaded.status == 0 && reloaded.output.contains("items.sqlite"), "\(reloaded)")

            try await machine.allowToolchain("trellisd-two.service")
            let second = try await machine.attempt(["bash", "-e", "-c", blocks[1]])
            #expect(second.status == 0, "\(second)")
            #expect(second.output.contains("/etc/trellis-two/trellis.yaml is valid"))
            let two = ["trellisctl", "--socket", "/run/trellis-two/io.trellis"]
            #expect(try await machine.attempt(two + ["items", "list", "--json"]).output == "{}\n")
            try await machine.run("systemctl", "reload", "trellisd-two.service")
            try await machine.run("systemctl", "restart", BootedMachine.service)
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output.contains("Tea"))
            #expect(try await machine.run("ls", "/var/lib/trellis-two/items").output.contains("items.sqlite"))
        }
    }
}

import Foundation
import Testing
import Varlink

/// `trellisctl doctor` on a machine with a real systemd.
@Suite("trellisctl doctor", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct DoctorTests {
    /// The output of `trellisctl doctor --json`.
    private struct Diagnosis {
        var status: Int32
        var findings: [String: JSONValue]

        /// The names of the checks with the given verdict.
        func checks(_ verdict: String) -> Set<String> {
            Set(findings.filter { $0.value["verdict"]?.stringValue == verdict }.keys)
        }

        func message(_ check: String) -> String? { findings[check]?["message"]?.stringValue }
    }

    private func diagnose(_ machine: BootedMachine, as user: String = "root") async throws -> Diagnosis {
        let result = try await machine.attempt(["runuser", "-u", user, "--", "trellisctl", "doctor", "--json"])
        let objects = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        let findings = Dictionary(uniqueKeysWithValues: objects.map { ($0["check"]?.stringValue ?? "", $0) })
        #expect(findings.count == 15, "\(result)")
        return Diagnosis(status: result.status, findings: findings)
    }

    /// Runs the commands of a remedy exactly as they are printed.
    private func follow(_ check: String, of diagnosis: Diagnosis, in machine: BootedMachine) async throws {
        let commands = diagnosis.findings[check]?["commands"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(!commands.isEmpty, "\(check) has no commands: \(diagnosis)")
        for command in commands { try await machine.run("sh", "-c", command) }
    }

    private func expectNoProblem(_ machine: BootedMachine, as user: String = "root") async throws {
        let diagnosis = try await diagnose(machine, as: user)
        #expect(diagnosis.status == 0, "\(diagnosis)")
        #expect(diagnosis.checks("ok").union(diagnosis.checks("not available")).count == 15, "\(diagnosis)")
    }

    @Test("finds no problem on a healthy machine, and does not start the daemon")
    func healthyMachine() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            let idle = try await diagnose(machine)
            #expect(idle.status == 0, "\(idle)")
            #expect(idle.message("service") == "trellisd.service is inactive; the first connection starts it")
            #expect(try await machine.service("ActiveState") == ["inactive"])

            try await machine.run("systemctl", "disable", BootedMachine.service)
            let disabled = try await diagnose(machine)
            #expect(disabled.message("service")?.hasPrefix("trellisd.service does not start at boot") == true)
            try await follow("service", of: disabled, in: machine)

            try await machine.run("trellisctl", "status")
            let diagnosis = try await diagnose(machine)
            #expect(diagnosis.status == 0, "\(diagnosis)")
            // The result for the clock varies, because the host sets the clock of a container.
            #expect(diagnosis.checks("ok").union(["clock"]) == Set(diagnosis.findings.keys), "\(diagnosis)")

            // The limit on open files is compared with the configuration of the running daemon.
            try await machine.write(
                "[Service]\nLimitNOFILE=1024\n", to: "/etc/systemd/system/trellisd.service.d/descriptors.conf")
            try await machine.run("systemctl", "daemon-reload")
            try await machine.configure("control: { connections: 300 }\n")
            try await machine.run("systemctl", "restart", "trellisd.service")
            try await expectNoProblem(machine)
            try await machine.configure("control: { connections: 1000 }\n")
            try await machine.run("systemctl", "restart", "trellisd.service")
            let busy = try await diagnose(machine)
            #expect(busy.checks("warning") == ["descriptors"], "\(busy)")
            try await follow("descriptors", of: busy, in: machine)
            try await expectNoProblem(machine)

            // So is the size of the descriptor store.
            try await machine.write(
                "[Service]\nFileDescriptorStoreMax=1000\n",
                to: "/etc/systemd/system/trellisd.service.d/descriptor-store.conf")
            try await machine.run("systemctl", "daemon-reload")
            let small = try await diagnose(machine)
            #expect(small.checks("warning") == ["descriptor-store"], "\(small)")
            try await follow("descriptor-store", of: small, in: machine)
            try await expectNoProblem(machine)
            let text = try await machine.run("trellisctl", "doctor")
            #expect(text.output.hasSuffix("\nNo problems found.\n"))
        }
    }

    @Test("names each problem, and the printed remedies solve it")
    func remedies() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("trellisctl", "items", "add", "Tea", "1")

            // Gives the files another owner, as after a manual start as root.
            try await machine.run("systemctl", "stop", "trellisd.service")
            try await machine.run("sh", "-c", "chown root:root /var/lib/trellis/items/*")
            let owner = try await diagnose(machine)
            #expect(owner.status == 2)
            #expect(owner.checks("failure") == ["directories"])
            #expect(owner.message("directories")?.hasSuffix(" does not belong to the user 'trellis'") == true)
            try await follow("directories", of: owner, in: machine)
            try await expectNoProblem(machine)
            try await machine.run("trellisctl", "items", "add", "Rum", "1")

            // The daemon and its socket are stopped.
            try await machine.run("systemctl", "stop", "trellisd.socket", "trellisd.service")
            let stopped = try await diagnose(machine)
            #expect(stopped.checks("failure") == ["socket"])
            #expect(stopped.message("socket") == "trellisd.socket is stopped")
            try await follow("socket", of: stopped, in: machine)
            try await machine.run("trellisctl", "items", "list")
            try await expectNoProblem(machine)

            // The file of the socket is removed.
            try await machine.run("rm", "/run/trellis/io.trellis")
            let removed = try await diagnose(machine)
            #expect(removed.checks("failure").contains("socket"))
            try await follow("socket", of: removed, in: machine)
            try await machine.run("trellisctl", "items", "list")
            try await expectNoProblem(machine)

            // The daemon rejects its configuration.
            try await machine.configure("log: { level: loud }\n")
            _ = try await machine.attempt(["systemctl", "restart", "trellisd.service"])
            let failed = try await diagnose(machine)
            #expect(failed.checks("failure").contains("service"))
            try await machine.run("rm", "/etc/trellis/trellis.d/50-test.yaml")
            try await follow("service", of: failed, in: machine)
            try await machine.run("trellisctl", "items", "list")
            try await expectNoProblem(machine)
        }
    }

    @Test("names the missing rights of a user, and the printed remedies grant these rights")
    func rightsOfAUser() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("trellisctl", "status")
            try await machine.run("useradd", "alice")
            let outside = try await diagnose(machine, as: "alice")
            #expect(outside.status == 2)
            #expect(outside.checks("failure") == ["group"])
            #expect(outside.checks("warning") == ["journal"])
            try await follow("group", of: outside, in: machine)
            try await follow("journal", of: outside, in: machine)
            // runuser starts a session with the new groups. The default configuration lets members of the group
            // operate.
            try await expectNoProblem(machine, as: "alice")
            let inside = try await diagnose(machine, as: "alice")
            #expect(inside.checks("ok").isSuperset(of: ["group", "rights", "journal"]))
        }
    }
}

import Foundation
import Testing
import Varlink

/// Repeated starts of the service, successful and failed ones, under a real systemd.
@Suite("Failed starts of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct FailedStartTests {
    @Test("the daemon runs after eight restarts within a minute")
    func eightRestarts() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            for _ in 1...8 { try await machine.run("systemctl", "restart", BootedMachine.service) }
            #expect(try await machine.service("ActiveState", "Result") == ["active", "success"])
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == "{}\n")
        }
    }

    @Test("a waiting client receives the reason and a remedy that works")
    func configurationError() async throws {
        try await BootedMachine.bootWithTrellis(configuration: "log: { level: loud }\n") { machine in
            let message = """
                trellisctl: the daemon cannot start: /etc/trellis/trellis.d/50-test.yaml:1:15: log.level: invalid value \
                'loud': expected one of trace, debug, info, notice, warning, error, critical \
                [io.trellis.Host.StartFailed].
                When the problem is solved, run 'systemctl restart trellisd.service'.

                """
            // The first client starts the daemon, which replies to the others, too.
            for _ in 1...20 {
                let refused = try await machine.attempt(["trellisctl", "status"])
                #expect(refused == CommandResult(status: 69, output: "", error: message))
            }
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "failed"))
            let socket = try await machine.properties(of: BootedMachine.socket, "ActiveState")
            #expect(socket == ["ActiveState": "active"])
            #expect(try await machine.attempt(["trellisctl", "status"]).error == message)

            // Applies the remedy while the daemon still reports the reason.
            try await machine.configure("log: { level: info }\n")
            try await machine.run("trellisd", "--check")
            try await machine.run("systemctl", "restart", BootedMachine.service)
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == "{}\n")
        }
    }

    @Test("the daemon recovers from a full disk when there is space again")
    func fullDisk() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run(
                "sh", "-c",
                """
                mkdir -p /var/lib/trellis
                mount -t tmpfs -o "mode=0750,uid=$(id -u trellis),gid=$(id -g trellis),size=1m" small /var/lib/trellis
                ! cat /dev/zero > /var/lib/trellis/filler
                """)
            let refused = try await machine.attempt(["trellisctl", "status"])
            #expect(refused.status == 69)
            #expect(refused.error.contains("no space left on the file system"))
            #expect(refused.error.hasSuffix("Free some space. The daemon restarts automatically.\n"))
            // The delays between the starts increase, so that systemd's start limit is not reached.
            let restarts = try await machine.wait(for: "NRestarts", of: BootedMachine.service, toBe: "3")
            #expect(restarts)
            try await machine.run("rm", "/var/lib/trellis/filler")
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "active"))
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == "{}\n")
        }
    }

    @Test("a missing credential causes no restart, and the remedies of the doctor solve the problem")
    func missingCredential() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.write(
                "[Service]\nLoadCredential=movies.tmdb:/etc/trellis/tmdb.key\n",
                to: "/run/systemd/system/trellisd.service.d/50-test.conf")
            try await machine.run("systemctl", "daemon-reload")
            #expect(try await machine.attempt(["systemctl", "start", BootedMachine.service]).status != 0)
            // During an automatic restart, the state would be activating (auto-restart).
            let state = try await machine.service("ActiveState", "SubState", "ExecMainStatus", "NRestarts")
            #expect(state == ["failed", "failed", "243", "0"])

            // A waiting client starts the daemon until systemd closes the socket. The client's error names the doctor.
            let refused = try await machine.attempt(["trellisctl", "status"])
            #expect(refused.status == 69)
            #expect(refused.error.hasSuffix(" closed the connection.\n'trellisctl doctor' shows whether it can run.\n"))
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.socket, toBe: "failed"))
            #expect(try await machine.service("ActiveState", "NRestarts") == ["failed", "0"])

            // Runs the printed commands in order.
            let doctor = try await machine.attempt(["trellisctl", "doctor", "--json"])
            let findings = try doctor.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            let problems = findings.filter { $0["verdict"] == "failure" }
            #expect(problems.map { $0["check"] } == ["credentials", "service", "socket"], "\(doctor)")
            for command in problems.flatMap({ $0["commands"]?.arrayValue ?? [] }).compactMap(\.stringValue) {
                try await machine.run("sh", "-c", "echo secret | \(command)")
            }
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == "{}\n")
        }
    }

    @Test("a start of the socket is sufficient after systemd has reached the start limit")
    func startLimit() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            // Like a daemon that crashes, this program reports no reason for its failure.
            let unit = "/run/systemd/system/trellisd.service.d/50-test.conf"
            try await machine.write("[Service]\nExecStart=\nExecStart=/bin/false\n", to: unit)
            try await machine.run("systemctl", "daemon-reload")
            let refused = try await machine.attempt(["trellisctl", "status"])
            #expect(refused.status == 69)
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.socket, toBe: "failed"))
            let result = try await machine.properties(of: BootedMachine.socket, "Result")
            #expect(result == ["Result": "service-start-limit-hit"])

            try await machine.run("rm", unit)
            try await machine.run("systemctl", "daemon-reload")
            let absent = try await machine.attempt(["trellisctl", "status"])
            #expect(absent.error.contains("Start it with 'systemctl start trellisd.socket'"))
            try await machine.run("systemctl", "start", BootedMachine.socket)
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == "{}\n")
        }
    }
}

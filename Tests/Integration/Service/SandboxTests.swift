import Foundation
import Testing

/// The sandbox of the unit, under a real systemd.
@Suite("The sandbox of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct SandboxTests {
    /// A shell script that reports the permissions of a process with the unit's settings.
    ///
    /// The test also permits the execution of the shell and of the programs in the script.
    private static let attempts = """
        attempt() { if "$@" > /dev/null 2>&1; then echo "yes: $*"; else echo "no: $*"; fi; }
        attempt touch /usr/bin/written
        attempt touch /etc/trellis/written
        attempt ls /root/.
        for folder in /var/lib/trellis /var/cache/trellis /run/trellisd /tmp /var/tmp /dev/shm; do
            attempt cp /bin/true $folder/true
            attempt $folder/true
        done
        attempt /usr/bin/id
        attempt unshare --user true
        grep -E '^(CapBnd|CapAmb|CapEff|NoNewPrivs|Seccomp):' /proc/self/status
        ulimit -c
        """

    @Test("denies privileges, programs, and writing outside of the daemon's directories")
    func restrictions() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.write(Self.attempts, to: "/usr/local/lib/attempts")
            let programs = ["sh", "touch", "ls", "cp", "grep", "unshare"].map { "/usr/bin/\($0)" }
            try await machine.write(
                """
                [Service]
                Type=oneshot
                ExecStart=
                ExecStart=/bin/sh /usr/local/lib/attempts
                ExecPaths=\(programs.joined(separator: " ")) /usr/bin/dash
                """, to: "/run/systemd/system/trellisd.service.d/50-test.conf")
            try await machine.run("systemctl", "daemon-reload")
            try await machine.run("systemctl", "start", BootedMachine.service)
            let lines = try await machine.journal(of: BootedMachine.service, "_TRANSPORT=stdout")
                .compactMap { $0["MESSAGE"]?.replacing("\t", with: " ") }
            let folders = ["/var/lib/trellis", "/var/cache/trellis", "/run/trellisd", "/tmp", "/var/tmp", "/dev/shm"]
            let copies = folders.flatMap { ["yes: cp /bin/true \($0)/true", "no: \($0)/true"] }
            #expect(
                lines == ["no: touch /usr/bin/written", "no: touch /etc/trellis/written", "no: ls /root/."] + copies + [
                    "no: /usr/bin/id", "no: unshare --user true",
                    "CapEff: 0000000000000000", "CapBnd: 0000000000000000", "CapAmb: 0000000000000000",
                    "NoNewPrivs: 1", "Seccomp: 2", "0",
                ])
            let limits = try await machine.service("MemoryMax", "TasksMax", "LimitCORE", "LimitNOFILE")
            #expect(limits == ["1073741824", "512", "1", "65536"])
        }
    }

    @Test("permits the daemon to run with the drop-in that denies network access")
    func noNetwork() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run(
                "install", "-D", "-m", "644", "/usr/share/doc/trellis/no-network.conf",
                "/etc/systemd/system/trellisd.service.d/no-network.conf")
            try await machine.run("systemctl", "daemon-reload")
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == "{}\n")
            #expect(try await machine.service("PrivateNetwork", "ActiveState") == ["yes", "active"])
        }
    }

    @Test("causes no messages of system libraries in the journal")
    func noComplaints() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("trellisctl", "items", "list")
            try await machine.run("systemctl", "stop", BootedMachine.service)
            let entries = try await machine.journal(of: BootedMachine.service, "_TRANSPORT=stdout")
            #expect(entries.compactMap { $0["MESSAGE"] } == [])
        }
    }
}

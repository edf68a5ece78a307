import Foundation
import Testing

/// Clients that connect and send nothing.
@Suite("Silent clients of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct SilentClientsTests {
    /// A program that opens 5,000 connections, and keeps those that the daemon keeps.
    private static let client = """
        use IO::Socket::UNIX;
        my @open;
        for (1..5000) {
            my $connection = IO::Socket::UNIX->new(Peer => "/run/trellis/io.trellis") or die "connect: $!";
            push @open, $connection;
        }
        system("systemd-notify", "--ready");
        sleep;
        """

    @Test("5,000 silent clients of a user neither disturb other users nor occupy memory or descriptors for good")
    func silence() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.write(Self.client, to: "/usr/local/lib/client")
            for user in ["alice", "bob"] { try await machine.run("useradd", "--groups", "trellis", user) }
            let list = ["trellisctl", "items", "list"]
            try await machine.run("trellisctl", "items", "add", "Green tea", "3")
            let before = try await resources(of: machine)

            try await machine.run(
                "systemd-run", "--unit=silent", "--property=Type=notify", "--property=NotifyAccess=all",
                "--property=User=alice", "--property=LimitNOFILE=8192", "perl", "/usr/local/lib/client")
            // The user is refused with the limit and the remedy; root and other users are served.
            var refused = try await machine.attempt(["runuser", "-u", "alice", "--"] + list)
            // While 16 refused connections are silent, a further one is closed without the reason; each of them is closed
            // after `timeoutClose`.
            while refused.status == EX_UNAVAILABLE {
                refused = try await machine.attempt(["runuser", "-u", "alice", "--"] + list)
            }
            #expect(refused.status == EX_TEMPFAIL)
            #expect(refused.error.contains("raise control.connectionsPerUser"), "\(refused.error)")
            #expect(try await machine.attempt(["runuser", "-u", "bob", "--"] + list).output.contains("Green tea"))
            #expect(try await machine.attempt(["trellisctl", "status"]).status == 0)

            try await machine.run("systemctl", "stop", "silent")
            var served = try await machine.attempt(["runuser", "-u", "alice", "--"] + list)
            // The daemon notices the closed connections one after the other.
            while served.status == EX_TEMPFAIL {
                served = try await machine.attempt(["runuser", "-u", "alice", "--"] + list)
            }
            #expect(served.output.contains("Green tea"), "\(served.error)")
            let after = try await resources(of: machine)
            #expect(after.descriptors <= before.descriptors + 16, "\(before.descriptors), then \(after.descriptors)")
            #expect(after.memory <= before.memory + 32 << 10, "\(before.memory) KiB, then \(after.memory) KiB")
            #expect(try await machine.service("NRestarts") == ["0"])
        }
    }

    /// The open descriptors of the daemon, and its resident anonymous memory in KiB.
    private func resources(of machine: BootedMachine) async throws -> (descriptors: Int, memory: Int) {
        let process = try await machine.service("MainPID")[0]
        let descriptors = try await machine.run("sh", "-c", "ls /proc/\(process)/fd | wc -l").output
        let memory = try await machine.run(
            "sed", "-n", "s/^RssAnon:[^0-9]*\\([0-9]*\\).*/\\1/p", "/proc/\(process)/status"
        )
        .output
        return (
            try #require(Int(descriptors.filter(\.isNumber))), try #require(Int(memory.filter(\.isNumber)))
        )
    }
}

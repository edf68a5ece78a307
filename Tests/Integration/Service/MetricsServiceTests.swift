import Foundation
import Testing

/// The metrics under a real systemd, with the sandbox of the unit.
@Suite("Metrics of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct MetricsServiceTests {
    /// A program that prints the response of a server on a Unix socket.
    private static let client = """
        use IO::Socket::UNIX;
        my $server = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "connect: $!\\n";
        print $server "GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n";
        print while <$server>;
        """

    private static let configuration = "plugins: { metrics: { listen: ['unix:/run/trellisd/metrics.sock'] } }\n"

    private func read(as user: String, in machine: BootedMachine) async throws -> CommandResult {
        try await machine.attempt([
            "runuser", "-u", user, "--", "perl", "/usr/local/lib/client", "/run/trellisd/metrics.sock",
        ])
    }

    @Test("a member of the group reads them on a Unix socket without network access, and other users do not")
    func unixSocket() async throws {
        try await BootedMachine.bootWithTrellis(configuration: Self.configuration) { machine in
            try await machine.write(Self.client, to: "/usr/local/lib/client")
            try await machine.run("chmod", "644", "/usr/local/lib/client")
            try await machine.run("useradd", "--groups", "trellis", "alice")
            try await machine.run("useradd", "bob")
            try await machine.run(
                "install", "-D", "-m", "644", "/usr/share/doc/trellis/no-network.conf",
                "/etc/systemd/system/trellisd.service.d/no-network.conf")
            try await machine.run("systemctl", "daemon-reload")
            try await machine.run("systemctl", "start", BootedMachine.service)
            let response = try await read(as: "alice", in: machine)
            #expect(response.output.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(response.output)\(response.error)")
            // The sandbox hides the parts of /proc that do not belong to processes.
            for name in [
                "process_start_time_seconds", "process_cpu_seconds_total", "process_open_fds", "process_threads",
                "process_resident_memory_bytes", "trellis_disk_available_bytes{directory=\"state\"}",
                "trellis_plugin_state{plugin=\"metrics\",trellis_plugin_state=\"running\"} 1",
            ] {
                #expect(response.output.contains("\n\(name)"), "\(name) is missing")
            }
            let start = response.output.firstMatch(of: /\nprocess_start_time_seconds ([0-9.]+)/).flatMap {
                Double($0.1)
            }
            let systemd = try await machine.run(
                "sh", "-c", "date +%s -d \"$(systemctl show --value -p ExecMainStartTimestamp trellisd.service)\"")
            let expected = Double(systemd.output.filter(\.isNumber))
            #expect(abs(try #require(start) - (try #require(expected))) < 5)
            let refused = try await read(as: "bob", in: machine)
            #expect(refused.error.contains("connect: Permission denied"), "\(refused.error)")
        }
    }
}

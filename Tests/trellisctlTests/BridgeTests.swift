import Glibc
import Testing

@Suite("trellisctl bridge", .timeLimit(.minutes(2))) struct BridgeTests {
    private static let call = #"{"method":"org.example.Sample.Count","parameters":{"to":3},"more":true}"# + "\0"

    @Test("copies calls and replies, and lets the daemon reply after the end of the input")
    func copies() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["bridge"], input: Self.call, variables: daemon.variables)
            let replies = [
                #"{"parameters":{"number":1},"continues":true}"#, #"{"parameters":{"number":2},"continues":true}"#,
                #"{"parameters":{"number":3}}"#,
            ].map { $0 + "\0" }
            #expect(ended == .init(status: EX_OK, output: replies.joined(), error: ""))
        }
    }

    @Test("ignores the variable with which varlinkctl starts a service")
    func listenVariable() async throws {
        try await withSampleDaemon { daemon in
            var variables = daemon.variables
            variables["SYSTEMD_VARLINK_LISTEN"] = "-"
            let ended = try await Program.run(["bridge"], input: Self.call, variables: variables)
            #expect(ended.status == EX_OK && ended.output.hasPrefix(#"{"parameters":{"number":1}"#))
        }
    }

    @Test("ends when the daemon closes the connection, although the input is open")
    func closedByDaemon() async throws {
        try await withSampleDaemon { daemon in
            let program = try Program(Program.trellisctl, ["bridge"], variables: daemon.variables)
            program.write("no message\0")
            #expect(await program.end() == .init(status: EX_OK, output: "", error: ""))
        }
    }

    @Test("ends when the reader of a silent stream is gone")
    func closedByReader() async throws {
        try await withSampleDaemon { daemon in
            let stream = #"{"method":"org.example.Sample.Hear","more":true}"#
            let program = try Program(
                "/bin/sh",
                [
                    "-c",
                    """
                    cd \(daemon.folder) && mkfifo in out
                    \(Program.trellisctl) bridge <in >out & exec 3>in 4<out
                    printf '\(stream)\\0' >&3
                    read -r _
                    exec 4<&-
                    wait $!
                    """,
                ], variables: daemon.variables)
            await daemon.state.wait(for: "Hear")
            program.write("\n")
            #expect(await program.end() == .init(status: EX_OK, output: "", error: ""))
        }
    }

    @Test("reports that no daemon runs")
    func noDaemon() async throws {
        let ended = try await Program.run(["bridge"], variables: ["TRELLIS_SOCKET": "/nonexistent/socket"])
        #expect(ended.status == EX_UNAVAILABLE && ended.output.isEmpty)
        #expect(ended.error.hasPrefix("trellisctl: no daemon answers at unix:/nonexistent/socket."))
    }

    @Test("is not available in a shell")
    func shell() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["shell"], input: "bridge\n", variables: daemon.variables)
            #expect(
                ended.status == EX_USAGE && ended.error.hasPrefix("trellisctl: 'bridge' is not available in a shell"))
        }
    }
}

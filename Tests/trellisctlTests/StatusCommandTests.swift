import Glibc
import HostInterface
import Testing
import Varlink

@testable import trellisctl

@Suite("trellisctl status", .timeLimit(.minutes(2)))
struct StatusCommandTests {
    private static let degraded = HostContract.Problem(
        severity: .warning, plugin: "movies", state: .degraded, reason: "TMDB is unavailable",
        remedy: "'trellisctl plugin why movies' explains it.")
    private static let quarantined = HostContract.Problem(
        severity: .critical, plugin: "items", state: .quarantined, reason: "it ended\n the daemon | 3 times",
        remedy: "'trellisctl plugin release items' starts it again.",
        override: .init(enabled: true, user: "ada", since: ""))
    private static let stopped = HostContract.Problem(
        severity: .notice, plugin: "search", state: .stopped, reason: "an operator stopped it",
        remedy: "'trellisctl plugin start search' starts it.")
    private static let cluster = HostContract.Problem(
        severity: .warning, reason: "etcd does not respond", remedy: "Start it.")

    private func status(
        _ words: String..., problems: [HostContract.Problem]? = []
    ) async throws -> Program.Ended {
        try await withSampleDaemon { daemon in
            daemon.state.problems = problems
            return try await Program.run(["status"] + words, variables: daemon.variables)
        }
    }

    @Test("begins with the problems and what to do")
    func problems() async throws {
        let ended = try await status(problems: [Self.quarantined, Self.degraded, Self.cluster])
        #expect(
            ended.output.hasPrefix(
                """
                items is quarantined: it ended\\n the daemon | 3 times (enabled by ada)
                    'trellisctl plugin release items' starts it again.
                movies is degraded: TMDB is unavailable
                    'trellisctl plugin why movies' explains it.
                etcd does not respond
                    Start it.

                daemon         trellisd 9.9.9
                """))
        #expect(ended.status == EX_OK)
        #expect(try await status().output.hasPrefix("daemon "))
    }

    @Test("fits a page with many problems")
    func page() {
        let many = StatusProblems(Array(repeating: Self.degraded, count: 1_000)).lines
        #expect(many.count == 16)
        #expect(many.suffix(2) == ["and 993 more: 'trellisctl plugin list' shows them", ""])
    }

    @Test("has the problems as JSON objects")
    func json() async throws {
        let ended = try await status("--json", problems: [Self.degraded, Self.cluster])
        let problems = try JSONValue(parsing: ended.output)["problems"]?.arrayValue
        #expect(
            problems?.map { $0.formatted(.compact) } == [
                #"{"severity":"warning","plugin":"movies","state":"degraded","reason":"TMDB is unavailable","#
                    + #""remedy":"'trellisctl plugin why movies' explains it."}"#,
                #"{"severity":"warning","reason":"etcd does not respond","remedy":"Start it."}"#,
            ])
        #expect(ended.status == EX_OK)
    }

    @Test(
        "--check prints one line and exits with the status of a monitoring plugin",
        arguments: [
            ([], 0, "OK: all is well"), ([stopped], 0, "OK: all is well"),
            ([degraded, stopped], 1, "WARNING: movies is degraded: TMDB is unavailable"),
            ([cluster], 1, "WARNING: etcd does not respond"),
            (
                [quarantined, degraded], 2,
                "CRITICAL: items is quarantined: it ended  the daemon / 3 times; movies is degraded: TMDB is unavailable"
            ),
            (nil, 3, "UNKNOWN: trellisd has the version 9.9.9, which does not report problems. Restart it"),
        ] as [([HostContract.Problem]?, Int32, String)])
    func check(problems: [HostContract.Problem]?, status: Int32, line: String) async throws {
        let ended = try await self.status("--check", problems: problems)
        #expect(ended == .init(status: status, output: line + "\n", error: ""))
        let json = try await self.status("--check", "--json", problems: problems)
        #expect(json.status == status)
        #expect(try JSONValue(parsing: json.output)["status"]?.stringValue == "all is well")
    }

    @Test("--check exits with 3 if no daemon answers")
    func noDaemon() async throws {
        let variables = ["TRELLIS_SOCKET": "/nonexistent/socket"]
        let ended = try await Program.run(["status", "--check"], variables: variables)
        #expect(ended.status == 3)
        #expect(ended.output.hasPrefix("UNKNOWN: no daemon answers at unix:/nonexistent/socket. Start the daemon of "))
        #expect(ended.output.split(separator: "\n").count == 1)
        #expect(ended.error == "")
        let json = try await Program.run(["status", "--check", "--json"], variables: variables)
        #expect(json.status == 3)
        #expect(try JSONValue(parsing: json.error)["exitStatus"]?.integerValue == 3)
        let plain = try await Program.run(["status"], variables: variables)
        #expect(plain.status == EX_UNAVAILABLE)
    }

    @Test("--check ends a shell that reads a file, with its status")
    func shell() async throws {
        try await withSampleDaemon { daemon in
            daemon.state.problems = [Self.degraded]
            let ended = try await Program.run(
                ["shell"], input: "status --check\nstatus\n", variables: daemon.variables)
            #expect(ended == .init(status: 1, output: "WARNING: movies is degraded: TMDB is unavailable\n", error: ""))
        }
    }
}

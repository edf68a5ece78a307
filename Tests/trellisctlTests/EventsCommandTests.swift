import Glibc
import Testing

@Suite("trellisctl events", .timeLimit(.minutes(2)))
struct EventsCommandTests {
    @Test("prints an event on one line, and missing events as a gap")
    func lines() async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["events", "--after", "3"], variables: daemon.variables)
            let output = """
                2026-11-21T08:05:12.500Z  3  (3 events are missing: they were overwritten)
                2026-11-21T08:05:12.500Z  4  sample: waiting -> starting
                2026-11-21T08:05:12.500Z  5  sample: stopping -> waiting, next start at 2026-11-21T08:05:20.000Z: it is broken
                2026-11-21T08:05:12.500Z  6  sample: fault: an instance leaked instance="Cache of Keys" scope=root/sample location=Cache.swift:7

                """
            #expect(result == .init(status: EX_OK, output: output, error: ""))
        }
    }

    @Test("prints an event as a JSON object, for the selected plugin")
    func json() async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(
                ["events", "--plugin", "items", "--json"], variables: daemon.variables)
            let output = """
                {"sequence":0,"time":"2026-11-21T08:05:12.500Z","kind":"gap","gap":{"reason":"overwritten"}}
                {"sequence":4,"time":"2026-11-21T08:05:12.500Z","kind":"transition","transition":{"plugin":"items",\
                "from":"waiting","to":"starting"}}
                {"sequence":5,"time":"2026-11-21T08:05:12.500Z","kind":"transition","transition":{"plugin":"items",\
                "from":"stopping","to":"waiting","reason":"it is broken","nextStart":"2026-11-21T08:05:20.000Z"}}
                {"sequence":6,"time":"2026-11-21T08:05:12.500Z","kind":"fault","fault":{"plugin":"items",\
                "kind":"instanceLeaked","message":"an instance leaked","instance":"Cache of Keys",\
                "scope":"root/items","location":"Cache.swift:7"}}

                """
            #expect(result == .init(status: EX_OK, output: output, error: ""))
        }
    }

    @Test("rejects an invalid number")
    func invalid() async throws {
        let result = try await Program.run(
            ["events", "--after", "x"], variables: ["TRELLIS_SOCKET": "/nonexistent/socket"])
        #expect(result.status == EX_USAGE)
        #expect(result.error.hasPrefix("trellisctl: invalid value for --after: expected an integer"), "\(result.error)")
    }
}

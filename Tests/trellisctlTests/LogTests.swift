import HostInterface
import Testing

@testable import trellisctl

@Suite("trellisctl log", .timeLimit(.minutes(2)))
struct LogTests {
    @Test("prints an entry on one line, without control characters")
    func line() {
        let entry = HostContract.LogEntry(
            number: 1, time: "2026-11-22T06:20:01.123Z", level: .warning, logger: "trellis.items", plugin: "items",
            requestID: "17.3", message: "slow\u{1B}[2J", fields: ["path": "/a", "reason": "no space"])
        #expect(
            LogLine.text(entry, isLocalTime: false)
                == "2026-11-22T06:20:01.123Z warning  items: slow\\e[2J path=/a reason=\"no space\" request=17.3")
    }

    @Test("accepts durations and times", arguments: ["10m", "-2h", "30s", "7d", "2026-11-22T06:20:01+01:00"])
    func since(text: String) {
        #expect(LogTime.utc(text)?.hasSuffix("Z") == true)
    }

    @Test("rejects any other text as a time", arguments: ["yesterday", "m", "10", "1.5h", "99999999d", ""])
    func noTime(text: String) {
        #expect(LogTime.utc(text) == nil)
    }

    @Test("sends the selection to the daemon, and reports missed entries on standard error")
    func run() async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(
                ["log", "--plugin", "sample", "--level", "error", "--request", "1.2", "--since", "1h"],
                variables: daemon.variables)
            #expect(
                result.output
                    == "2026-11-21T08:05:12.500Z error    trellis: all is well plugin=sample request=1.2\n")
            #expect(result.error == "trellisctl: 3 entries were overwritten before they could be read\n")
            let shown = try await Program.run(["log-level", "sample"], variables: daemon.variables)
            #expect(shown.output == "debug (configured: info)\n")
            #expect(try await Program.run(["log-level", "warning"], variables: daemon.variables).output == "")
        }
    }
}

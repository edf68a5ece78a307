import Foundation
import Testing

/// `Scripts/run-tests`, with shell scripts instead of `swift test`.
@Suite("run-tests", .timeLimit(.minutes(2)))
struct RunTestsTests {
    /// Runs `run-tests` with a shell script as the command; `$2` in the script is the file for events.
    private func run(_ script: String, seconds: Int = 600) async throws -> (status: Int, text: String) {
        try await Checkout.run("run-tests", ["\(seconds)", "sh", "-c", script, "sh"], in: Checkout.root)
    }

    private func event(_ kind: String, _ test: String, _ rest: String = #""messages":[]"#) -> String {
        #"{"kind":"event","payload":{"kind":"\#(kind)",\#(rest),"testID":"\#(test)"},"version":0}"#
    }

    @Test("exits with the status of the tests", arguments: [0, 1, 65])
    func status(status: Int) async throws {
        let result = try await run("echo out; exit \(status)")
        #expect(result.status == status)
        #expect(result.text == "out\n")
    }

    @Test("prints issues again at the end")
    func issues() async throws {
        let test = #"A.Suite\/fails()\/Suite.swift:1:2"#
        let texts = #"{"symbol":"fail","text":"Failed: (\"a\" → 1)"},{"symbol":"details","text":"in \/tmp\nand"}"#
        let events = [
            event("testStarted", test),
            event("issueRecorded", test, #""issue":{"isKnown":false,"line":12},"messages":[\#(texts)]"#),
            event("issueRecorded", test, #""issue":{"isKnown":true,"line":13},"messages":[]"#),
            event("testEnded", test),
        ]
        let script = """
            cat > "$2" <<'EVENTS'
            \(events.joined(separator: "\n"))
            EVENTS
            echo out
            exit
            """
        let passed = try await run(script)
        #expect(passed.status == 0)
        #expect(passed.text == "out\n")
        let failed = try await run("\(script) 1")
        #expect(failed.status == 1)
        #expect(
            failed.text == """
                out
                run-tests: issue in A.Suite/fails()/Suite.swift:1:2, line 12
                    Failed: ("a" → 1)
                    in /tmp and
                run-tests: issues: 1

                """)
    }

    @Test("prints the tests that did not end before the timeout")
    func timeout() async throws {
        let events = [
            event("testStarted", "A.Suite"), event("testStarted", #"A.Suite\/ends()\/Suite.swift:1:2"#),
            event("testStarted", #"A.Suite\/hangs(way:)\/Suite.swift:2:2"#),
            event("testEnded", #"A.Suite\/ends()\/Suite.swift:1:2"#),
            event("testSkipped", #"A.Suite\/rests()\/Suite.swift:3:2"#),
        ]
        // The process with the same options represents the test process, which can outlive swift test.
        let script = """
            echo '\(events.joined(separator: "\n"))' > "$2"
            sh -c 'echo $$; while :; do sleep 1; done' sh "$@"
            """
        // A busy machine may need more than a second to run the script.
        var seconds = 1
        var result = try await run(script, seconds: seconds)
        while result.text.hasPrefix("run-tests"), seconds < 100 {
            seconds *= 4
            result = try await run(script, seconds: seconds)
        }
        #expect(result.status == 124)
        let lines = result.text.split(separator: "\n")
        #expect(
            lines.dropFirst() == [
                "run-tests: these tests did not end within \(seconds) seconds:",
                "  A.Suite/hangs(way:)/Suite.swift:2:2",
            ])
        let process = try #require(pid_t(lines.first ?? ""))
        // The signal was sent, but may not have been delivered yet.
        while !Task.isCancelled, isRunning(process), !Task.isCancelled { await Task.yield() }
        #expect(!isRunning(process))
    }

    /// Returns whether a process is running.
    ///
    /// A zombie has no command line.
    private func isRunning(_ process: pid_t) -> Bool {
        (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8))?.isEmpty == false
    }

    @Test("reports a timeout that occurs while no test runs")
    func timeoutWithoutTest() async throws {
        let result = try await run("exec sleep 600", seconds: 1)
        #expect(result.status == 124)
        #expect(
            result.text == """
                run-tests: these tests did not end within 1 seconds:
                  none; no test was running

                """)
    }

    @Test("requires a command")
    func noCommand() async throws {
        let result = try await Checkout.run("run-tests", "10", in: Checkout.root)
        #expect(result.status == 64)
        #expect(result.text == "usage: Scripts/run-tests SECONDS COMMAND...\n")
    }
}

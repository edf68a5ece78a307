import Foundation
import Testing

/// The standard streams of `trellisd`: a lost result is an error, and a lost message changes no exit status.
@Suite("Errors of the standard streams", .runsPrograms, .timeLimit(.minutes(10)))
struct OutputErrorTests {
    /// Runs a command line of a shell, in which `$TRELLISD` is the program.
    private func run(_ line: String, in workplace: Workplace) async throws -> (status: Int, error: String) {
        let result = try await Workplace.run(
            "/bin/sh", ["-c", "TRELLISD='\(Programs.path(of: "trellisd"))'; \(line)"])
        return (Int(result.status), result.error)
    }

    @Test(
        "a result that cannot be written is reported with 74",
        arguments: ["--schema", "--help", "--version", "--check trellis.yaml"], [">/dev/full", ">&-"])
    func result(option: String, redirection: String) async throws {
        try await Workplace.with { workplace in
            let option = option.replacing("trellis.yaml", with: workplace.path("trellis.yaml"))
            let outcome = try await run("\"$TRELLISD\" \(option) \(redirection)", in: workplace)
            #expect(outcome.status == 74)
            #expect(outcome.error.contains("cannot write to standard output"))
        }
    }

    @Test(
        "the status of an error does not depend on standard error",
        arguments: [("--check trellis.yaml", 78), ("--config trellis.yaml", 78), ("--wrong", 64)],
        ["2>/dev/full", "2>&-", "2>/dev/null"])
    func message(command: (options: String, status: Int), redirection: String) async throws {
        try await Workplace.with { workplace in
            try workplace.write("plugins: { nonsense: {} }\n", to: "trellis.yaml")
            let options = command.options.replacing("trellis.yaml", with: workplace.path("trellis.yaml"))
            let outcome = try await run("\"$TRELLISD\" \(options) \(redirection)", in: workplace)
            #expect(outcome.status == command.status)
        }
    }

    @Test("no file or socket of a daemon has the number of a closed standard stream")
    func closedStreams() async throws {
        try await Workplace.with { workplace in
            let closing = ["/bin/sh", "-c", #"exec "$@" <&- >&-"#, "sh"]
            try await workplace.withDaemon(under: closing) { daemon in
                for stream in 0...1 {
                    let path = "/proc/\(daemon.processIdentifier)/fd/\(stream)"
                    let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                    #expect(target == "/dev/null")
                }
            }
        }
    }

    @Test("with a log of JSON objects, the final error is one, too")
    func finalError() async throws {
        try await Workplace.with(configuration: "log: { level: loud }\n") { workplace in
            let result = try await workplace.trellisd([], variables: ["TRELLIS_LOG_FORMAT": "json"])
            #expect(result.status == 78)
            let lines = result.error.split(separator: "\n")
            let object = try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any]
            #expect((object?["message"] as? String)?.contains("invalid value 'loud'") == true, "\(result)")
        }
    }
}

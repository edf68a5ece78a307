import CommandModel
import Glibc
import Testing
import Varlink

@testable import trellisctl

@Suite("JSON output", .timeLimit(.minutes(2)))
struct JSONOutputTests {
    @Test("escapes control characters as JSON does, and keeps line breaks between values")
    func escaping() throws {
        let value: JSONValue = ["k\u{9B}": ["\u{1B}[31m \u{7F}\u{85}\u{202E}\u{2028}", "抹茶 é\u{301}"]]
        let text = value.formatted(.pretty)
        let escaped = text.escapingControlCharactersInJSON
        #expect(escaped.contains(#""k\u009b""#))
        #expect(escaped.contains(#"[31m \u007f\u0085\u202e\u2028""#))
        #expect(try JSONValue(parsing: escaped) == value)
        #expect(escaped.split(separator: "\n").count == text.split(separator: "\n").count)
    }

    @Test("escapes control characters on a terminal only")
    func terminal() async throws {
        try await withSampleDaemon { daemon in
            daemon.state.place([["title": "\u{9B}31m\u{202E}"]])
            let words = ["sample", "list", "--json"]
            let piped = try await Program.run(words, variables: daemon.variables)
            #expect(piped.output == "{\"sound\":{\"title\":\"\u{9B}31m\u{202E}\"}}\n")
            let terminal = try Program(
                Program.trellisctl, words, variables: daemon.variables, over: .terminal(columns: 80))
            #expect(await terminal.end().output == #"{"sound":{"title":"\u009b31m\u202e"}}"# + "\r\n")
        }
    }

    @Test("is accepted by --input", arguments: [["--json"], ["--json", "--filter", "x"]])
    func roundTrip(options: [String]) async throws {
        try await withSampleDaemon { daemon in
            daemon.state.place([["title": "a"], ["title": "b", "at": ["x": 1, "y": 2]]])
            let sounds = daemon.state.sounds
            let listed = try await Program.run(["sample", "list"] + options, variables: daemon.variables)
            let ended = try await Program.run(
                ["sample", "place-all", "--input", "-"], input: listed.output, variables: daemon.variables)
            #expect(ended.error == "")
            #expect(daemon.state.sounds == (options.count == 1 ? sounds + sounds : sounds))
        }
    }
}

import Glibc
import LogSupport
import Logging
import RFC3339
import Testing

@testable import ConsoleLogging

@Suite("Lines on the console", .timeLimit(.minutes(2)))
struct ConsoleLineTests {
    private struct DiskFull: Error, CustomStringConvertible {
        var description: String { "No space left on device" }
    }

    private func text(
        _ message: Logger.Message, level: Logger.Level = .info, error: (any Error)? = nil,
        metadata: [(key: String, value: Logger.Metadata.Value)] = [], label: String = "items", isColored: Bool = false
    ) -> String {
        let event = LogEvent(
            level: level, message: message, error: error, metadata: nil, source: "Items", file: "f", function: "g",
            line: 1)
        let line = ConsoleLine(
            time: Timestamp(seconds: 0, nanoseconds: 123_456_789), label: label, event: event, metadata: metadata)
        // Drops the time, which depends on the time zone of the machine.
        let text = line.text(style: ConsoleStyle(isColored: isColored, showsDate: false))
        return String(text.drop { $0 != "3" }.dropFirst())
    }

    @Test("a line contains level, label, message and metadata in this order")
    func order() {
        #expect(
            text("Slow commit", level: .warning, metadata: [("count", "3"), ("duration", "1.2 s")])
                == " warning  items: Slow commit count=3 duration=\"1.2 s\"\n")
    }

    @Test("a line can be a JSON object without control characters")
    func json() {
        let event = LogEvent(
            level: .error, message: "a \"b\"\n\u{1B}c", error: DiskFull(), metadata: nil, source: "Items", file: "f",
            function: "g", line: 1)
        let line = ConsoleLine(
            time: Timestamp(seconds: 0, nanoseconds: 123_456_789), label: "items", event: event,
            metadata: [("path", "C:\\x"), ("n", "3")])
        var style = ConsoleStyle.plain
        style.isJSON = true
        #expect(
            line.text(style: style) == #"""
                {"time":"1970-01-01T00:00:00.123456Z","level":"error","logger":"items","message":"a \"b\"\n\u001bc","error":"No space left on device","metadata":{"path":"C:\\x","n":"3"}}

                """#)
    }

    @Test("a line contains the error after the message")
    func error() {
        #expect(
            text("Start failed", level: .error, error: DiskFull())
                == " error    items: Start failed: No space left on device\n")
    }

    @Test("escapes control characters")
    func controlCharacters() {
        let hostile = "\u{1B}[2J\u{9B}31m\r\u{7}\u{202E}"
        let line = text("\(hostile)", metadata: [("k\u{1B}", "\(hostile)\n")], label: "l\u{1B}")
        #expect(!line.dropLast().unicodeScalars.contains(where: isControlCharacter))
        #expect(line.contains("\\u{1B}[2J"))
        #expect(line.contains("\\n"))
    }

    @Test("a message with several lines cannot forge another message")
    func severalLines() {
        #expect(
            text("one\n00:00:00.000 error    root: two\r\n\n")
                == " info     items: one\n    00:00:00.000 error    root: two\n")
    }

    @Test(
        "quotes values that would be ambiguous",
        arguments: [
            ("", "\"\""), ("a b", "\"a b\""), ("a=b", "\"a=b\""), ("say \"x\"", "\"say \\\"x\\\"\""), ("a", "a"),
        ])
    func quoting(value: String, shown: String) {
        #expect(text("m", metadata: [("k", "\(value)")]) == " info     items: m k=\(shown)\n")
    }

    @Test("resets each color after the colored text")
    func colors() {
        let line = text("m", level: .error, metadata: [("k", "v")], isColored: true)
        #expect(line.contains("\u{1B}[31merror\u{1B}[0m"))
        #expect(line.contains("\u{1B}[2mk=v\u{1B}[0m\n"))
        let plain = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(plain == text("m", level: .error, metadata: [("k", "v")]))
    }

    @Test("shows times in the local time zone")
    func timeZone() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "Asia/Kolkata", 1)
            let time = Timestamp(seconds: 1_700_000_000, nanoseconds: 7_999_999)
            #expect(time.consoleText(showsDate: true) == "2023-11-15T03:43:20.007+05:30")
            #expect(time.consoleText(showsDate: false) == "03:43:20.007")
        }
        await #expect(processExitsWith: .success) {
            setenv("TZ", "America/St_Johns", 1)
            let time = Timestamp(seconds: 1_700_000_000)
            #expect(time.consoleText(showsDate: true) == "2023-11-14T18:43:20.000-03:30")
        }
    }
}

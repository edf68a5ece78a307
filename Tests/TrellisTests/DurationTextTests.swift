import Testing
import Trellis

@Suite("The text form of durations", .timeLimit(.minutes(2)))
struct DurationTextTests {
    @Test(
        "the text of a duration has the syntax of systemd.time(7)",
        arguments: [
            ("10", Duration.seconds(10)), ("10s", .seconds(10)), ("500ms", .milliseconds(500)),
            ("1min 30s", .seconds(90)), ("1min30s", .seconds(90)), ("1.5h", .seconds(5_400)), ("7d", .seconds(604_800)),
            ("2 weeks", .seconds(1_209_600)), ("1M", .seconds(2_629_800)), ("1y", .seconds(31_557_600)),
            (" 3 s ", .seconds(3)), ("250us", .microseconds(250)), ("0", .zero), ("5 10", .seconds(15)),
        ])
    func reading(text: String, span: Duration) {
        #expect(Duration(systemdText: text) == span)
    }

    @Test(
        "rejects invalid texts",
        arguments: ["", " ", "-1s", "s", "10 parsecs", ".5s", "5.s", "1..5s", "infinity", "10000y", "1e3", "٣s"])
    func refusing(text: String) {
        #expect(Duration(systemdText: text) == nil)
    }

    @Test(
        "the text of a duration uses the largest exact units",
        arguments: [
            (Duration.zero, "0"), (.seconds(604_800), "7d"), (.seconds(90), "1min 30s"),
            (.milliseconds(1_250), "1s 250ms"),
            (.nanoseconds(1), "1ns"),
        ])
    func writing(span: Duration, text: String) {
        #expect(span.systemdText == text)
        #expect(Duration(systemdText: text) == span)
    }
}

@Suite("The text form of sizes", .timeLimit(.minutes(2)))
struct ByteCountTests {
    @Test(
        "the text of a size has binary suffixes",
        arguments: [("512", 512), ("64K", 65_536), ("16M", 16_777_216), ("2G", 2_147_483_648)])
    func roundTrip(text: String, bytes: Int) {
        #expect(ByteCount(text: text) == ByteCount(bytes: bytes))
        #expect(ByteCount(bytes: bytes).text == text)
    }

    @Test("rejects invalid texts", arguments: ["", "K", "-1", "1.5M", "1KB", "9999999999G", "1k"])
    func refusing(text: String) {
        #expect(ByteCount(text: text) == nil)
    }
}

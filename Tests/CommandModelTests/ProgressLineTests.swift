import Synchronization
import Testing

@testable import CommandModel

@Suite("The progress of long work", .timeLimit(.minutes(2)))
struct ProgressLineTests {
    @Test("bytes have the total, the rate and the remaining time")
    func bytes() {
        func text(_ mebibytes: Int, of total: Int, after seconds: Int) -> String {
            ProgressLine.text(mebibytes << 20, of: .bytes(total: total << 20), after: .seconds(seconds))
        }
        #expect(text(12, of: 48, after: 3) == "12 of 48 MiB, 4.0 MiB/s, 9 s left")
        #expect(text(0, of: 48, after: 3) == "0 of 48 MiB")
        #expect(text(1, of: 0, after: 1) == "1 of 0 MiB, 1.0 MiB/s, 0 s left")
        #expect(text(1, of: 1_000, after: 10) == "1 of 1000 MiB, 0.1 MiB/s, 167 min left")
    }

    @Test("lines have the rate, and the remaining time if the total is known")
    func lines() {
        func text(_ count: Int, _ fraction: Double? = nil, after time: Duration) -> String {
            ProgressLine.text(count, of: .lines, fraction: fraction, after: time)
        }
        #expect(text(400, 0.25, after: .seconds(4)) == "400 lines (25 %), 100 lines/s, 12 s left")
        #expect(text(400, after: .seconds(4)) == "400 lines, 100 lines/s")
        #expect(text(1, after: .seconds(4)) == "1 line, 0.3 lines/s")
        #expect(text(400, 0.25, after: .milliseconds(999)) == "400 lines (25 %)", "a rate is noise in the first second")
        #expect(text(0, 0, after: .seconds(4)) == "0 lines (0 %)")
    }

    @Test("items of a list are counted as lines are")
    func items() {
        let text = ProgressLine.text(400, of: .items, fraction: 0.25, after: .seconds(4))
        #expect(text == "400 items (25 %), 100 items/s, 12 s left")
        #expect(ProgressLine.text(1, of: .items, after: .zero) == "1 item")
    }

    @Test("the line replaces itself, at most every 100 ms, and is removed once")
    func updates() {
        let written = Mutex("")
        var line = ProgressLine(of: .lines) { text in written.withLock { $0 += text } }
        line.clear()
        line.show(1)
        line.show(2)
        line.clear()
        line.clear()
        #expect(written.withLock(\.self) == "\r\u{1B}[K1 line\r\u{1B}[K")
        var silent = ProgressLine(of: .lines, nil)
        silent.show(1)
        silent.clear()
    }
}

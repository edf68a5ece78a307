import LogSupport
import Logging
import Testing

@testable import Systemd

@Suite("JournalWriter", .timeLimit(.minutes(2)))
struct JournalWriterTests {
    private let written = Recorder<String>()
    private let gate = Gate()

    /// Creates a writer whose journal blocks until the gate is open.
    private func writer(entries: Int) -> JournalWriter {
        let limits = OutputQueueLimits(entries: entries)
        return JournalWriter(identifier: "t", fieldPrefix: "T_", limits: limits) { [gate, written] in
            gate.wait()
            written.append(String($0.fields[0].dropFirst("MESSAGE=".count)))
            return true
        }
    }

    private func logger(_ writer: JournalWriter, isRecord: Bool = false) -> Logger {
        Logger(label: "t") {
            var handler = JournalLogHandler(label: $0, writer: writer)
            handler.isRecord = isRecord
            return handler
        }
    }

    @Test("logging does not block while the journal blocks, and reports dropped entries at their position")
    func blockedJournal() {
        let writer = writer(entries: 80)
        let logger = logger(writer)
        for number in 0..<1000 { logger.info("\(number)") }
        #expect(!writer.flush(within: .milliseconds(10)))
        gate.open()
        #expect(writer.flush(within: .seconds(300)))
        logger.info("after")
        #expect(writer.flush(within: .seconds(300)))
        let lines = written.elements
        // The last eighth of the capacity of 80 is not available to entries of level info.
        #expect(lines.prefix(70) == (0..<70).map { "\($0)" }[...])
        #expect(lines.dropFirst(70).first?.hasPrefix("930 log entries were dropped") == true)
        #expect(lines.dropFirst(71) == ["after"])
    }

    @Test("reserves capacity for errors")
    func errors() {
        let writer = writer(entries: 80)
        let logger = logger(writer)
        for number in 0..<1000 { logger.info("\(number)") }
        logger.error("important")
        gate.open()
        #expect(writer.flush(within: .seconds(300)))
        #expect(written.elements.contains("important"))
    }

    @Test("reserves capacity for records that errors cannot use")
    func records() {
        let writer = writer(entries: 80)
        let logger = logger(writer)
        let audit = self.logger(writer, isRecord: true)
        for number in 0..<1000 { logger.error("\(number)") }
        for number in 0..<4 { audit.notice("record \(number)") }
        gate.open()
        #expect(writer.flush(within: .seconds(300)))
        #expect(written.elements.filter { $0.hasPrefix("record") } == (0..<4).map { "record \($0)" })
    }

    @Test("keeps the order of many entries")
    func order() {
        gate.open()
        let writer = writer(entries: 100_000)
        let logger = logger(writer)
        for number in 0..<5000 { logger.info("\(number)") }
        #expect(writer.flush(within: .seconds(300)))
        #expect(written.elements == (0..<5000).map { "\($0)" })
    }

    @Test("writes waiting entries after the writer is released")
    func release() {
        var writer: JournalWriter? = writer(entries: 100)
        for number in 0..<50 { writer.map { logger($0) }?.info("\(number)") }
        writer = nil
        gate.open()
        #expect(written.wait(count: 50).count == 50)
    }

    @Test("reports rejected entries when the journal accepts entries again")
    func rejection() {
        let isRejecting = Monitor(true)
        let writer = JournalWriter(identifier: "t", fieldPrefix: "T_", limits: OutputQueueLimits()) { [written] in
            if isRejecting.withLock({ $0 }) { return false }
            written.append(String($0.fields[0].dropFirst("MESSAGE=".count)))
            return true
        }
        let logger = logger(writer)
        for number in 0..<3 { logger.info("\(number)") }
        #expect(writer.flush(within: .seconds(300)))
        isRejecting.withLock { $0 = false }
        logger.info("after")
        let lines = written.wait(count: 2)
        #expect(lines.first?.hasPrefix("3 log entries were dropped") == true)
        #expect(lines.last == "after")
    }
}

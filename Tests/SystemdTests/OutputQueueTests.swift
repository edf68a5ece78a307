import Logging
import Testing

@testable import Systemd

@Suite(.timeLimit(.minutes(10))) struct OutputQueueTests {
    private let written = Recorder<String>()
    private let gate = Gate()

    /// A journal that takes nothing until the gate is open.
    private func writer(entries: Int) -> JournalWriter {
        let limits = OutputQueueLimits(entries: entries)
        return JournalWriter(identifier: "t", fieldPrefix: "T_", limits: limits) { [gate, written] in
            gate.wait()
            written.append(String($0.fields[0].dropFirst("MESSAGE=".count)))
            return true
        }
    }

    private func logger(_ writer: JournalWriter) -> Logger {
        Logger(label: "t") { JournalLogHandler(label: $0, writer: writer) }
    }

    @Test func aStuckJournalBlocksNobodyAndLossesAreReportedInPlace() {
        let writer = writer(entries: 80)
        let logger = logger(writer)
        for number in 0..<1000 { logger.info("\(number)") }
        #expect(!writer.flush(within: .milliseconds(10)))
        gate.open()
        #expect(writer.flush(within: .seconds(300)))
        logger.info("after")
        #expect(writer.flush(within: .seconds(300)))
        let lines = written.elements
        // 80 fit, of which the last eighth is not for entries of level info.
        #expect(lines.prefix(70) == (0..<70).map { "\($0)" }[...])
        #expect(lines.dropFirst(70).first?.hasPrefix("930 log entries were dropped") == true)
        #expect(lines.dropFirst(71) == ["after"])
    }

    @Test func warningsFitWhereSmallTalkDoesNot() {
        let writer = writer(entries: 80)
        let logger = logger(writer)
        for number in 0..<1000 { logger.info("\(number)") }
        logger.error("important")
        gate.open()
        #expect(writer.flush(within: .seconds(300)))
        #expect(written.elements.contains("important"))
    }

    @Test func recordsFitWhereNotEvenErrorsDo() {
        let writer = writer(entries: 80)
        let logger = logger(writer)
        let audit = Logger(label: "audit") { label in
            LogDestination.journal(writer).logHandler(label: label, isRecord: true)
        }
        for number in 0..<1000 { logger.error("\(number)") }
        for number in 0..<4 { audit.notice("record \(number)") }
        gate.open()
        #expect(writer.flush(within: .seconds(300)))
        #expect(written.elements.filter { $0.hasPrefix("record") } == (0..<4).map { "record \($0)" })
    }

    @Test func orderIsKeptOverManyBatches() {
        gate.open()
        let writer = writer(entries: 100_000)
        let logger = logger(writer)
        for number in 0..<5000 { logger.info("\(number)") }
        #expect(writer.flush(within: .seconds(300)))
        #expect(written.elements == (0..<5000).map { "\($0)" })
    }

    @Test func whatWasLoggedIsWrittenAfterTheWriterIsReleased() {
        var writer: JournalWriter? = writer(entries: 100)
        for number in 0..<50 { writer.map(logger)?.info("\(number)") }
        writer = nil
        gate.open()
        #expect(written.wait(count: 50).count == 50)
    }

    @Test func entriesThatTheJournalRefusesAreReportedOnceItTakesThemAgain() {
        let isRefusing = Monitor(true)
        let writer = JournalWriter(identifier: "t", fieldPrefix: "T_", limits: OutputQueueLimits()) { [written] in
            if isRefusing.withLock({ $0 }) { return false }
            written.append(String($0.fields[0].dropFirst("MESSAGE=".count)))
            return true
        }
        let logger = logger(writer)
        for number in 0..<3 { logger.info("\(number)") }
        #expect(writer.flush(within: .seconds(300)))
        isRefusing.withLock { $0 = false }
        logger.info("after")
        let lines = written.wait(count: 2)
        #expect(lines.first?.hasPrefix("3 log entries were dropped") == true)
        #expect(lines.last == "after")
    }

    @Test func bytesHaveALimitAndALargeEntryFitsWhenItIsAlone() {
        var state = OutputQueueState<String>(limits: OutputQueueLimits(entries: 100, bytes: 800))
        state.append("large", size: 10_000, rank: .ordinary)
        state.append("small", size: 1, rank: .urgent)
        guard case .write(let items)? = state.next() else { return #expect(Bool(false), "nothing to write") }
        #expect(items.count == 1)
        #expect(!state.isIdle)
        state.finish(items[0], isWritten: true)
        guard case .write(let reports)? = state.next(), case .report(1)? = reports.first?.content else {
            return #expect(Bool(false), "the drop is not reported")
        }
        state.finish(reports[0], isWritten: true)
        #expect(state.isIdle)
    }
}

import Dispatch
import Foundation
import Glibc
import Logging
import Systemd
import Testing

@testable import TrellisHost

@Suite("The logger of the record of calls", .timeLimit(.minutes(5)))
struct AuditLoggerTests {
    @Test("loses nothing to a flood of errors that nobody reads")
    func flood() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain, limits: OutputQueueLimits(entries: 160))
        let destination = LogDestination.console(writer)
        let logger = Logger(label: "flood") { destination.logHandler(label: $0) }
        // More than the pipe (64 KiB) and the queue hold.
        for number in 0..<5_000 { logger.error("\(number) \(String(repeating: "x", count: 100))") }
        let audit = destination.auditLogger
        for number in 0..<5 { audit.notice("record \(number)") }

        let lines = Recorder()
        let source = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let hasRead = DispatchSemaphore(value: 0)
        DispatchQueue(label: "reader").async {
            let text = String(decoding: source.readDataToEndOfFile(), as: UTF8.self)
            for line in text.split(separator: "\n") { lines.note(String(line)) }
            hasRead.signal()
        }
        #expect(writer.flush(within: .seconds(30)))
        close(ends[1])
        hasRead.wait()
        let records = lines.events.filter { $0.contains(" trellis.audit: record ") }
        #expect(records.compactMap(\.last) == ["0", "1", "2", "3", "4"])
        #expect(lines.events.contains { $0.contains("log lines were dropped") })
    }
}

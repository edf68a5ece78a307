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
    func flood() async throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain, limits: OutputQueueLimits(entries: 160))
        let destination = LogDestination.console(writer)
        let logger = Logger(label: "flood") { destination.logHandler(label: $0) }
        // More than the pipe (64 KiB) and the queue hold.
        for number in 0..<5_000 { logger.error("\(number) \(String(repeating: "x", count: 100))") }
        let audit = destination.auditLogger
        for number in 0..<5 { audit.notice("record \(number)") }

        let source = ends[0]
        async let read = Self.read(source)
        #expect(writer.flush(within: .seconds(30)))
        close(ends[1])
        let lines = await read.split(separator: "\n")
        let records = lines.filter { $0.contains(" trellis.audit: record ") }
        #expect(records.compactMap(\.last) == ["0", "1", "2", "3", "4"])
        #expect(lines.contains { $0.contains("log lines were dropped") })
    }

    /// Reads a descriptor to its end, on a thread of its own, and closes it.
    private static func read(_ descriptor: CInt) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "reader").async {
                let source = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                continuation.resume(returning: String(decoding: source.readDataToEndOfFile(), as: UTF8.self))
            }
        }
    }
}

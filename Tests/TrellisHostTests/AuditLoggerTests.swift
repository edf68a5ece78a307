import ConsoleLogging
import Dispatch
import Foundation
import Glibc
import LogSupport
import Logging
import Synchronization
import Testing

@testable import TrellisHost

@Suite("The logger of the audit log", .timeLimit(.minutes(2)))
struct AuditLoggerTests {
    @Test("loses no record when other messages fill the queue")
    func flood() async throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain, limits: OutputQueueLimits(entries: 160))
        let destination = LogDestination.console(writer)
        let logger = Logger(label: "flood") { destination.logHandler(label: $0) }
        // The messages exceed the capacity of the pipe (64 KiB) and the queue.
        for number in 0..<5_000 { logger.error("\(number) \(String(repeating: "x", count: 100))") }
        let audit = destination.auditLogger
        for number in 0..<5 { audit.notice("record \(number)") }

        let target = ends[1]
        let isWritten = Mutex(false)
        let text = await Self.read(ends[0]) {
            isWritten.withLock { $0 = writer.flush(within: .seconds(240)) }
            close(target)
        }
        #expect(isWritten.withLock { $0 })
        let lines = text.split(separator: "\n")
        let records = lines.filter { $0.contains(" trellis.audit: record ") }
        #expect(records.compactMap(\.last) == ["0", "1", "2", "3", "4"])
        #expect(lines.contains { $0.contains("log lines were dropped") })
    }

    /// Reads a descriptor to its end and closes it, while a body writes on another thread.
    private static func read(_ descriptor: CInt, whileWriting write: @escaping @Sendable () -> Void) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "reader").async {
                let source = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                continuation.resume(returning: String(decoding: source.readDataToEndOfFile(), as: UTF8.self))
            }
            DispatchQueue(label: "writer").async(execute: write)
        }
    }
}

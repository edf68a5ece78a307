import ConsoleLogging
import Dispatch
import Glibc
import LogSupport
import Logging
import Testing

@Suite("ConsoleWriter", .timeLimit(.minutes(2)))
struct ConsoleWriterTests {
    private func logger(_ writer: ConsoleWriter) -> Logger {
        Logger(label: "t") { ConsoleLogHandler(label: $0, writer: writer) }
    }

    /// Reads a pipe to its end on another thread, while the writer is flushed and its end is closed.
    private func readAll(_ ends: [Int32], flushing writer: ConsoleWriter) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "reader").async {
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
                    bytes.append(contentsOf: buffer[..<count])
                }
                close(ends[0])
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
            DispatchQueue(label: "writer").async {
                #expect(writer.flush(within: .seconds(300)))
                close(ends[1])
            }
        }
    }

    @Test("does not block while the pipe is full, and reports dropped lines")
    func fullPipe() async {
        let ends = openPipe()
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain, limits: OutputQueueLimits(entries: 100))
        let logger = logger(writer)
        // Fills the pipe, which nothing reads yet.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        while write(ends[1], "-", 1) == 1 {}
        _ = fcntl(ends[1], F_SETFL, 0)
        for number in 0..<5000 { logger.info("\(number) \(String(repeating: "x", count: 100))") }
        #expect(!writer.flush(within: .milliseconds(10)))

        let lines = await readAll(ends, flushing: writer).drop { $0 == "-" }.split(separator: "\n")
        #expect(lines.first?.contains("info     t: 0 xxx") == true)
        #expect(lines.last?.contains("log lines were dropped") == true)
        #expect(lines.count < 5000)
        #expect(lines.allSatisfy { $0.hasSuffix("xxx") || $0.contains("dropped") })
    }

    @Test("does not end the process when the reader closes the pipe")
    func closedPipe() {
        let ends = openPipe()
        close(ends[0])
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain)
        logger(writer).info("a line without a reader")
        #expect(writer.flush(within: .seconds(300)))
        close(ends[1])
    }

    @Test("writes every line to a non-blocking descriptor")
    func nonBlockingDescriptor() async {
        let ends = openPipe()
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain)
        let logger = logger(writer)
        for number in 0..<3000 { logger.info("\(number) \(String(repeating: "x", count: 100))") }
        #expect(await readAll(ends, flushing: writer).split(separator: "\n").count == 3000)
    }

    @Test("uses colors only on a terminal, and respects NO_COLOR and TERM")
    func colors() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        func style(_ variables: [String: String], _ descriptor: Int32) -> ConsoleStyle {
            .detected(descriptor: descriptor, variables: variables)
        }
        #expect(style(["TERM": "xterm"], terminal) == ConsoleStyle(isColored: true, showsDate: false))
        #expect(style(["TERM": "xterm", "NO_COLOR": ""], terminal).isColored)
        #expect(!style(["TERM": "xterm", "NO_COLOR": "1"], terminal).isColored)
        #expect(!style(["TERM": "dumb"], terminal).isColored)
        #expect(!style([:], terminal).isColored)
        let ends = openPipe()
        defer { for descriptor in ends { close(descriptor) } }
        #expect(style(["TERM": "xterm"], ends[1]) == .plain)
    }
}

/// Opens a pipe that child processes do not inherit, because they would keep its ends open.
private func openPipe() -> [Int32] {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
}

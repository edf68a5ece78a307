import Glibc
import Logging
import Testing

@testable import Systemd

@Suite(.timeLimit(.minutes(10))) struct ConsoleWriterTests {
    private func logger(_ writer: ConsoleWriter) -> Logger {
        Logger(label: "t") { ConsoleLogHandler(label: $0, writer: writer) }
    }

    private func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    @Test func aFullPipeBlocksNobodyAndLossesAreSaid() {
        let ends = openPipe()
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain, limits: OutputQueueLimits(entries: 100))
        let logger = logger(writer)
        // The pipe is full, and nobody reads.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        while write(ends[1], "-", 1) == 1 {}
        _ = fcntl(ends[1], F_SETFL, 0)
        for number in 0..<5000 { logger.info("\(number) \(String(repeating: "x", count: 100))") }
        #expect(!writer.flush(within: .milliseconds(10)))

        let output = Recorder<String>()
        let source = ends[0]
        #expect(startThread(named: "test") { output.append(readAll(source)) })
        #expect(writer.flush(within: .seconds(300)))
        close(ends[1])
        let lines = output.wait(count: 1).joined().drop { $0 == "-" }.split(separator: "\n")
        #expect(lines.first?.contains("info     t: 0 xxx") == true)
        #expect(lines.last?.contains("log lines were dropped") == true)
        #expect(lines.count < 5000)
        #expect(lines.allSatisfy { $0.hasSuffix("xxx") || $0.contains("dropped") })
        close(ends[0])
    }

    @Test func aReaderThatWentAwayDoesNotEndTheProcess() {
        let ends = openPipe()
        close(ends[0])
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain)
        let logger = logger(writer)
        logger.info("nobody reads this")
        #expect(writer.flush(within: .seconds(300)))
        close(ends[1])
    }

    @Test func aNonBlockingDescriptorLosesNothing() {
        let ends = openPipe()
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let writer = ConsoleWriter(descriptor: ends[1], style: .plain)
        let logger = logger(writer)
        for number in 0..<3000 { logger.info("\(number) \(String(repeating: "x", count: 100))") }
        let output = Recorder<String>()
        let source = ends[0]
        #expect(startThread(named: "test") { output.append(readAll(source)) })
        #expect(writer.flush(within: .seconds(300)))
        close(ends[1])
        #expect(output.wait(count: 1).joined().split(separator: "\n").count == 3000)
        close(ends[0])
    }

    @Test func onlyATerminalHasColours() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        func style(_ variables: [String: String], _ descriptor: Int32) -> ConsoleStyle {
            .detected(descriptor: descriptor, environment: ServiceEnvironment(variables: variables))
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

/// Opens a pipe that no program inherits: one that did would hold its end open.
private func openPipe() -> [Int32] {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
}

import ConsoleLogging
import Glibc
import Systemd
import Testing
import TrellisHost

@Suite("The destination of the log", .timeLimit(.minutes(2)))
struct LogDestinationTests {
    @Test("is the journal if standard error is the stream of JOURNAL_STREAM, otherwise the console")
    func detection() throws {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
        defer { for descriptor in pair { close(descriptor) } }
        let stream = try #require(JournalStream(descriptor: pair[0]))
        let service = ServiceEnvironment(variables: ["JOURNAL_STREAM": "\(stream.device):\(stream.inode)"])
        func destination(_ environment: ServiceEnvironment, _ descriptor: Int32) -> LogDestination {
            .detected(
                identifier: "t", fieldPrefix: "T_", environment: environment, variables: [:],
                standardError: descriptor)
        }
        #expect(destination(service, pair[0]).logHandler(label: "x") is JournalLogHandler)
        // Standard error was redirected after systemd started the process, or systemd did not start the process.
        #expect(destination(service, pair[1]).logHandler(label: "x") is ConsoleLogHandler)
        #expect(destination(ServiceEnvironment(), pair[0]).logHandler(label: "x") is ConsoleLogHandler)
    }
}

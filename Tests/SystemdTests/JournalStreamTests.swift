import Glibc
import Testing

@testable import Systemd

@Suite struct JournalStreamTests {
    @Test func deviceAndInodeAreParsed() {
        let stream = JournalStream("9:29381")
        #expect(stream?.device == 9)
        #expect(stream?.inode == 29381)
    }

    @Test(arguments: ["", "9", "9:", ":5", "9:5:1", "-9:5", "x:y", "9:5 "])
    func anythingElseIsNoStream(text: String) {
        #expect(JournalStream(text) == nil)
    }

    @Test func onlyTheSameSocketIsTheStream() throws {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
        defer { for descriptor in pair { close(descriptor) } }
        let stream = try #require(JournalStream(descriptor: pair[0]))
        let copy = dup(pair[0])
        defer { close(copy) }
        #expect(stream.isConnected(to: pair[0]))
        #expect(stream.isConnected(to: copy))
        #expect(!stream.isConnected(to: pair[1]))
        #expect(!stream.isConnected(to: -1))
    }

    @Test func theJournalIsChosenWhenStandardErrorIsItsStream() throws {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
        defer { for descriptor in pair { close(descriptor) } }
        let stream = try #require(JournalStream(descriptor: pair[0]))
        let environment = ServiceEnvironment(variables: ["JOURNAL_STREAM": "\(stream.device):\(stream.inode)"])

        let journal = LogDestination.detected(
            identifier: "t", fieldPrefix: "T_", environment: environment, standardError: pair[0])
        #expect(journal.logHandler(label: "x") is JournalLogHandler)

        // Redirected since systemd started it, or not started by systemd.
        let redirected = LogDestination.detected(
            identifier: "t", fieldPrefix: "T_", environment: environment, standardError: pair[1])
        #expect(redirected.logHandler(label: "x") is ConsoleLogHandler)
        let outside = LogDestination.detected(
            identifier: "t", fieldPrefix: "T_", environment: ServiceEnvironment(), standardError: pair[0])
        #expect(outside.logHandler(label: "x") is ConsoleLogHandler)
    }
}

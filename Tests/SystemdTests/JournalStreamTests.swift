import Glibc
import Testing

@testable import Systemd

@Suite("JournalStream", .timeLimit(.minutes(2)))
struct JournalStreamTests {
    @Test("parses the device and the inode")
    func parsing() {
        let stream = JournalStream("9:29381")
        #expect(stream?.device == 9)
        #expect(stream?.inode == 29381)
    }

    @Test(
        "rejects text that does not consist of a device and an inode",
        arguments: ["", "9", "9:", ":5", "9:5:1", "-9:5", "x:y", "9:5 "])
    func rejection(text: String) {
        #expect(JournalStream(text) == nil)
    }

    @Test("recognizes the descriptors of the same socket")
    func comparison() throws {
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
}

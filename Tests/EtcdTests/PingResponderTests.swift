import EtcdTesting
import NIOCore
import NIOEmbedded
import Testing

@testable import Etcd

@Suite("Answers to pings", .timeLimit(.minutes(2)))
struct PingResponderTests {
    /// A frame of HTTP/2 (RFC 9113, 4.1).
    private func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count / 256), UInt8(payload.count % 256), type, flags, 0, 0, 0, stream] + payload
    }

    private func bytes(_ next: () throws -> ByteBuffer?) rethrows -> [UInt8] {
        var all: [UInt8] = []
        while let buffer = try next() { all += buffer.readableBytesView }
        return all
    }

    @Test("pings are answered and removed, and everything else passes, however it is divided")
    func divided() throws {
        let settings = frame(4, [])
        let data = frame(0, stream: 1, Array(repeating: 7, count: 300))
        let first = frame(6, [1, 2, 3, 4, 5, 6, 7, 8])
        let second = frame(6, [8, 7, 6, 5, 4, 3, 2, 1])
        let acknowledgement = frame(6, flags: 1, [9, 9, 9, 9, 9, 9, 9, 9])
        let malformed = frame(6, [1])
        let received = settings + first + data + first + second + acknowledgement + malformed + data + second
        for size in 1...received.count {
            let channel = EmbeddedChannel(handler: PingResponder())
            for start in stride(from: 0, to: received.count, by: size) {
                try channel.writeInbound(ByteBuffer(bytes: received[start..<min(start + size, received.count)]))
            }
            let passed = try bytes { try channel.readInbound() }
            #expect(passed == settings + data + acknowledgement + malformed + data, "in chunks of \(size)")
            let answers = try bytes { try channel.readOutbound() }
            let expected = [first, first, second, second].flatMap { frame(6, flags: 1, Array($0.dropFirst(9))) }
            #expect(answers == expected, "in chunks of \(size)")
        }
    }

    @Test("more than 200 calls in 30 seconds do not end the connection", .runsEtcd)
    func manyCalls() async throws {
        try await withCluster { client in
            for _ in 0..<250 { _ = try await client.get("k") }
        }
    }
}

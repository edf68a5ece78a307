import Glibc
import Testing

@testable import trellisctl

@Suite("Relay of bytes", .timeLimit(.minutes(2)))
struct ByteRelayTests {
    /// A pair of connected sockets.
    private func pair() throws -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("passes on what was sent by a client that has closed its connection, whichever direction notices first")
    func closedClient() async throws {
        let call = Array("call\0".utf8)
        for _ in 0..<200 {
            let (client, bridge) = try pair()
            let (socket, service) = try pair()
            #expect(write(client, call, call.count) == call.count)
            close(client)
            try await ByteRelay(input: bridge, output: bridge, socket: socket).run()
            close(bridge)
            close(socket)
            var received = [UInt8](repeating: 0, count: 64)
            #expect(read(service, &received, received.count) == call.count)
            close(service)
        }
    }
}

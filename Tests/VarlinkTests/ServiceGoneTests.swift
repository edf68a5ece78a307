import Foundation
import Testing

@testable import Varlink

@Suite("Services that close the connection", .timeLimit(.minutes(2))) struct ServiceGoneTests {
    /// A pair of connected sockets.
    private static func makePair() throws -> (client: OwnedDescriptor, service: OwnedDescriptor) {
        var ends: [CInt] = [-1, -1]
        try requireSuccess(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
        return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
    }

    @Test("reports that the service closed the connection") func reportsThatTheServiceClosedTheConnection()
        async throws
    {
        for _ in 0..<100 {
            let pair = try Self.makePair()
            try requireSuccess(close(#require(pair.service.take())))
            let error = await #expect(throws: VarlinkConnectionError.self) {
                let connection = try await VarlinkConnection(
                    taking: pair.client, address: .path("/x"), configuration: VarlinkConnectionConfiguration())
                _ = try await connection.call("org.example.trial.Who")
            }
            #expect(error?.code == .closedByService)
        }
    }

    @Test("delivers the replies that the service sent before it closed the connection")
    func deliversTheRepliesBeforeTheEnd() async throws {
        let pair = try Self.makePair()
        var configuration = VarlinkConnectionConfiguration()
        configuration.unreadReplySize = 1
        let connection = try await VarlinkConnection(
            taking: pair.client, address: .path("/x"), configuration: configuration)
        let replies = try await connection.replies(
            to: CallMessage(method: "org.example.trial.Watch", parameters: [:] as JSONObject, mode: .more))
        let behind = Task { try await connection.call("org.example.trial.Who") }
        let count = 100
        let service = try #require(pair.service.take())
        try await offCooperativePool {
            // Both calls must be sent before the first reply, since a reply without a call is a violation.
            var nuls = 0
            var input = [UInt8](repeating: 0, count: 4_096)
            while nuls < 2 {
                let length = read(service, &input, input.count)
                try #require(length > 0)
                nuls += input.prefix(length).count { $0 == 0 }
            }
            for number in 1...count {
                let reply =
                    #"{"parameters":{"number":\#(number)}"# + (number < count ? #","continues":true}"# : "}") + "\0"
                try #require(write(service, reply, reply.utf8.count) == reply.utf8.count)
            }
            try requireSuccess(close(service))
        }
        // The connection has ended before the first reply is taken.
        await #expect(throws: VarlinkConnectionError.self) { try await behind.value }
        var numbers: [String] = []
        while let reply = try await replies.next() { numbers.append(reply.parameters.text) }
        #expect(numbers == (1...count).map { #"{"number":\#($0)}"# })
    }
}

/// Runs a blocking closure on a separate thread.
private func offCooperativePool(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}

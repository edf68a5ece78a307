import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Varlink

/// What a server does when it can't accept a connection.
@Suite(.timeLimit(.minutes(10))) struct AcceptFailureTests {
    @Test func aSocketRestsAndGoesOnAndTheFailureIsToldOnce() async throws {
        let reports = Counter()
        let accepted = Gate()
        try await withTemporaryFolder { folder in
            let path = folder + "/socket"
            let group = MultiThreadedEventLoopGroup.singleton
            let channel = try await ServerBootstrap(group: group)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            AcceptFailureHandler(pause: .milliseconds(1)) { _ in reports.increment() })
                    }
                }
                .childChannelInitializer { channel in
                    accepted.open("a client")
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                .bind(unixDomainSocketPath: path).get()
            for _ in 0..<3 {
                let isReading = try await channel.eventLoop.submit {
                    channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
                    return try channel.syncOptions?.getOption(.autoRead)
                }.get()
                #expect(isReading == false)
            }
            let client = try RawClient(path: path)
            try await accepted.wait(for: "a client")
            #expect(reports.value == 1)
            withExtendedLifetime(client) {}
            try await channel.close()
        }
    }
}

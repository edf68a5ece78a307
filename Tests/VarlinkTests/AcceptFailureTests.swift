import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Varlink

@Suite("Failures to accept connections", .timeLimit(.minutes(2))) struct AcceptFailureTests {
    @Test("the server reports a lack of descriptors once and continues")
    func reportsALackOfDescriptorsOnceAndContinues() async {
        // The test runs in a separate process, because it exhausts the descriptors.
        await #expect(processExitsWith: .success) {
            try await withTrialServer { trial in
                let client = try trial.rawClient()
                try await client.send(MalformedInputTests.call + "\0")
                _ = try await client.receive()
                // The next client opens the last available descriptor, so that the server has none.
                let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
                try requireSuccess(descriptor)
                let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
                var limit = rlimit()
                try requireSuccess(getrlimit(resource, &limit))
                var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
                try requireSuccess(setrlimit(resource, &none))
                try requireSuccess(connectUnix(descriptor, trial.path))
                await trial.events.diary.wait(for: "accept failed")
                try requireSuccess(setrlimit(resource, &limit))
                let next = RawClient(descriptor: descriptor)
                try await next.send(MalformedInputTests.call + "\0")
                let reply = try await next.receive()
                // A socket without a pause would have failed many times within this second.
                let failures = trial.events.diary.entries.count { $0 == "accept failed" }
                if reply != MalformedInputTests.answer || failures != 1 { exit(EXIT_FAILURE) }
            }
        }
    }

    @Test("the handler pauses the socket, resumes, and reports the failure once")
    func pausesTheSocket() async throws {
        let reports = Counter()
        let accepted = Latch()
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

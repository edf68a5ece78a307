import AsyncHTTPClient
import Foundation
import NIOCore
import Synchronization
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import TrellisHTTP

@Suite("Connections of an HTTP service", .timeLimit(.minutes(10)))
struct HTTPClientPoolTests {
    /// Holds connections back until the test decides what becomes of them.
    private final class Held: Sendable {
        private struct State {
            var promises: [EventLoopPromise<Void>] = []
            var isAccepting = false
        }

        private let state = Mutex(State())

        /// Fires for each connection.
        let signal = Signal()

        func hold(_ channel: any Channel) -> EventLoopFuture<Void> {
            let promise = channel.eventLoop.makePromise(of: Void.self)
            let isAccepted = state.withLock { state in
                if !state.isAccepting { state.promises.append(promise) }
                return state.isAccepting
            }
            if isAccepted { promise.succeed() }
            signal.fire()
            return promise.futureResult
        }

        func refuseFirst() {
            let first = state.withLock { $0.promises.removeFirst() }
            first.fail(IOError(errnoCode: ECONNREFUSED, reason: "connect"))
        }

        func acceptOthers() {
            let promises = state.withLock { state in
                state.isAccepting = true
                return state.promises
            }
            for promise in promises { promise.succeed() }
        }
    }

    private func withService(
        noting begun: Signal = Signal(), configuring configure: (inout HTTPClient.Configuration) -> Void = { _ in },
        _ body: (HTTPService) async throws -> Void
    ) async throws {
        let limits = HTTPLimits(timeout: .seconds(3_600), attempts: 3, answerSize: ByteCount(bytes: 1 << 20))
        let service = HTTPService(
            limits: limits, clock: ManualClock().clock,
            deadline: { limit in
                begun.fire()
                return { try await ContinuousClock().sleep(for: limit) }
            }, configuring: configure)
        do {
            try await body(service)
        } catch {
            try await service.close()
            throw error
        }
        try await service.close()
    }

    @Test("a connection that is refused fails one request, and none of those that wait")
    func refusal() async throws {
        let (held, begun) = (Held(), Signal())
        try await LoopbackServer.with({ _ in .answer(status: 200) }) { server in
            try await withService(
                noting: begun, configuring: { $0.http1_1ConnectionDebugInitializer = { held.hold($0) } }
            ) {
                service in
                let outcomes = try await withThrowingTaskGroup(of: Result<Int, HTTPFailure>.self) { group in
                    for _ in 0..<3 {
                        group.addTask {
                            do {
                                // Not idempotent, so that it is sent once.
                                let request = HTTPRequest(.post, url: "\(server.url)/x")
                                return .success(try await service.response(to: request).status)
                            } catch let failure as HTTPFailure {
                                return .failure(failure)
                            }
                        }
                    }
                    try await begun.wait(beyond: 2)
                    try await held.signal.wait(beyond: 0)
                    held.refuseFirst()
                    let first = try #require(try await group.next())
                    held.acceptOthers()
                    return try await group.reduce(into: [first]) { $0.append($1) }
                }
                #expect(throws: HTTPFailure.self) { try outcomes[0].get() }
                #expect(try outcomes[1].get() == 200)
                #expect(try outcomes[2].get() == 200)
            }
        }
    }

    @Test("are eight at most; other requests wait in order, and can be cancelled")
    func count() async throws {
        try await LoopbackServer.with({ $0.path == "/hang" ? .hang : .answer(status: 200) }) { server in
            try await withService { service in
                let hanging = (0..<8).map { _ in
                    Task { try await service.response(to: HTTPRequest(url: "\(server.url)/hang")) }
                }
                try await server.stalled.wait(beyond: 7)
                let cancelled = Task { try await service.response(to: HTTPRequest(url: "\(server.url)/cancelled")) }
                let waiting = Task { try await service.response(to: HTTPRequest(url: "\(server.url)/x")).status }
                cancelled.cancel()
                await #expect(throws: CancellationError.self) { try await cancelled.value }
                hanging[0].cancel()
                #expect(try await waiting.value == 200)
                for task in hanging { task.cancel() }
                for task in hanging { _ = await task.result }
            }
        }
    }

    @Test("are closed with the service; a request that waits fails")
    func shutdown() async throws {
        try await LoopbackServer.with({ _ in .hang }) { server in
            let pool = HTTPClientPool(count: 1, configuration: HTTPClient.Configuration())
            let hanging = Task {
                try await pool.withClient {
                    try await $0.execute(HTTPClientRequest(url: "\(server.url)/x"), deadline: .distantFuture).status
                }
            }
            try await server.stalled.wait(beyond: 0)
            let waiting = Task { try await pool.withClient { _ in } }
            try await pool.shutdown()
            await #expect(throws: HTTPClientError.self) { try await hanging.value }
            await #expect(throws: HTTPClientError.self) { try await waiting.value }
        }
    }
}

import AsyncHTTPClient
import Foundation
import NIOCore
import Synchronization
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import TrellisHTTP

@Suite("HTTPClientPool", .timeLimit(.minutes(2)))
struct HTTPClientPoolTests {
    /// Delays connections until the test accepts or refuses them.
    private final class DelayedConnections: Sendable {
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
        let limits = HTTPLimits(timeout: .seconds(3_600), attempts: 3, responseSize: ByteCount(bytes: 1 << 20))
        let service = HTTPService(
            limits: limits, clock: ManualClock(skippingSleepsBelow: .seconds(5)).clock,
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

    @Test("fails only one request, and no waiting requests, when a connection is refused")
    func refusal() async throws {
        let (delayed, begun) = (DelayedConnections(), Signal())
        try await LoopbackServer.with({ _ in .answer(status: 200) }) { server in
            try await withService(
                noting: begun, configuring: { $0.http1_1ConnectionDebugInitializer = { delayed.hold($0) } }
            ) {
                service in
                let outcomes = try await withThrowingTaskGroup(of: Result<Int, HTTPFailure>.self) { group in
                    for _ in 0..<3 {
                        group.addTask {
                            do {
                                // The method is not idempotent, so the request is not retried.
                                let request = HTTPRequest(.post, url: "\(server.url)/x")
                                return .success(try await service.response(to: request).status)
                            } catch let failure as HTTPFailure {
                                return .failure(failure)
                            }
                        }
                    }
                    try await begun.wait(beyond: 2)
                    try await delayed.signal.wait(beyond: 0)
                    delayed.refuseFirst()
                    let first = try #require(try await group.next())
                    delayed.acceptOthers()
                    return try await group.reduce(into: [first]) { $0.append($1) }
                }
                #expect(throws: HTTPFailure.self) { try outcomes[0].get() }
                #expect(try outcomes[1].get() == 200)
                #expect(try outcomes[2].get() == 200)
            }
        }
    }

    @Test("opens at most eight connections; other requests wait in order and can be cancelled")
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

    @Test("fails waiting requests on shutdown")
    func shutdown() async throws {
        try await LoopbackServer.with({ _ in .hang }) { server in
            let pool = HTTPClientPool()
            let slots = HTTPClientSlots(1, of: pool)
            let hanging = Task {
                try await slots.withClient {
                    try await $0.execute(HTTPClientRequest(url: "\(server.url)/x"), deadline: .distantFuture).status
                }
            }
            try await server.stalled.wait(beyond: 0)
            let waiting = Task { try await slots.withClient { _ in } }
            try await slots.shutdown()
            await #expect(throws: HTTPClientError.self) { try await hanging.value }
            await #expect(throws: HTTPClientError.self) { try await waiting.value }
            try await pool.close()
        }
    }

    /// The clients that a plugin has received.
    private final class Received: Sendable {
        let pools = Mutex<[HTTPClientPool]>([])
    }

    /// A plugin that uses the clients of the daemon.
    private struct BrowsingPlugin: Plugin {
        @TaskLocal static var received = Received()

        static let manifest = PluginManifest(name: "browser", version: "1.0.0", summary: "Uses HTTP clients.")
        private let received = Self.received

        init(configuration: NoConfiguration) {}

        func assemble(_ blueprint: inout Blueprint) {
            let received = received
            blueprint.provide { (clients: HTTPClientPool?) in
                received.pools.withLock { $0 += clients.map { [$0] } ?? [] }
                return Page()
            }
        }
    }

    private struct Page: Sendable {}

    @Test("the daemon provides one pool to all plugins, and creates it for the first that uses it")
    func sharing() async throws {
        let received = Received()
        try await BrowsingPlugin.$received.withValue(received) {
            let plugins = ["first", "second"].map { PluginRegistration(BrowsingPlugin.self, name: $0) }
            try await withPlugins(plugins, root: { $0.provideHTTPClients() }) { _ in
                let pools = received.pools.withLock(\.self)
                #expect(pools.count == 2)
                #expect(pools.first === pools.last)
            }
        }
        // The pool closes with the daemon.
        #expect(throws: HTTPClientError.alreadyShutdown) { try received.pools.withLock(\.self).first?.take() }
    }

    @Test("a service with the clients of the daemon closes only its own requests")
    func separation() async throws {
        try await LoopbackServer.with({ $0.path == "/hang" ? .hang : .answer(status: 200) }) { server in
            let limits = HTTPLimits(timeout: .seconds(3_600), attempts: 1, responseSize: ByteCount(bytes: 1 << 20))
            let pool = HTTPClientPool()
            let (one, other) = (
                HTTPService(limits: limits, clock: .system, clients: pool),
                HTTPService(limits: limits, clock: .system, clients: pool)
            )
            let hanging = Task { try await one.response(to: HTTPRequest(url: "\(server.url)/hang")) }
            try await server.stalled.wait(beyond: 0)
            #expect(try await other.response(to: HTTPRequest(url: "\(server.url)/x")).status == 200)
            try await one.close()
            await #expect(throws: HTTPFailure.self) { try await hanging.value }
            await #expect(throws: HTTPFailure.self) { try await one.response(to: HTTPRequest(url: "\(server.url)/x")) }
            #expect(try await other.response(to: HTTPRequest(url: "\(server.url)/x")).status == 200)
            try await other.close()
            try await pool.close()
        }
    }
}

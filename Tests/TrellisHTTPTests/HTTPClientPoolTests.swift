import Foundation
import Synchronization
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import TrellisHTTP

@Suite("HTTPClientPool", .timeLimit(.minutes(2)))
struct HTTPClientPoolTests {
    private static let limits = HTTPLimits(
        timeout: .seconds(3_600), attempts: 1, responseSize: ByteCount(bytes: 1 << 20))

    @Test("opens at most eight connections; other requests wait in order and can be cancelled")
    func count() async throws {
        try await LoopbackServer.with({ $0.path == "/hang" ? .hang : .answer(status: 200) }) { server in
            let service = HTTPService(limits: Self.limits, clock: .system)
            do {
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
            await service.close()
        }
    }

    @Test("fails requests in progress and waiting requests on shutdown")
    func shutdown() async throws {
        try await LoopbackServer.with({ _ in .hang }) { server in
            let pool = HTTPClientPool()
            let slots = HTTPClientSlots(1, of: pool)
            let request = HTTPRequest(url: "\(server.url)/x")
            let hanging = Task { try await slots.response(to: request, limits: Self.limits) }
            try await server.stalled.wait(beyond: 0)
            let waiting = Task { try await slots.response(to: request, limits: Self.limits) }
            slots.shutdown()
            await #expect(throws: HTTPFailure.closed) { try await hanging.value }
            await #expect(throws: HTTPFailure.closed) { try await waiting.value }
            await pool.close()
        }
    }

    @Test("rejects a file of authorities that is absent, a folder, or has no certificate")
    func authorities() async throws {
        try await withTemporaryFolder { folder in
            let text = folder.appending("text.pem").string
            try "no certificate".write(toFile: text, atomically: true, encoding: .utf8)
            func problems(of path: String) -> [String] {
                let settings = Settings(path: ["root", "http"], source: OneText(text: path))
                _ = HTTPClientConfiguration(from: settings)
                return settings.diagnostics.map { "\($0.path.joined(separator: ".")): \($0.message)" }
            }
            let absent = folder.appending("absent.pem").string
            let advice = "name a file that the daemon's user can read"
            for path in [absent, ""] {
                #expect(
                    problems(of: path) == [
                        "root.http.authorities: cannot read '\(path)': No such file or directory; \(advice)"
                    ])
            }
            for path in [folder.string, text] {
                #expect(
                    problems(of: path) == [
                        "root.http.authorities: '\(path)' has no certificate; expected a file with certificates in PEM"
                    ])
            }
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

        static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
            let received = Self.received
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
        let service = HTTPService(limits: Self.limits, clock: .system, clients: received.pools.withLock(\.first))
        await #expect(throws: HTTPFailure.closed) {
            try await service.response(to: HTTPRequest(url: "http://127.0.0.1:1/x"))
        }
    }

    @Test("a service with the clients of the daemon closes only its own requests")
    func separation() async throws {
        try await LoopbackServer.with({ $0.path == "/hang" ? .hang : .answer(status: 200) }) { server in
            let pool = HTTPClientPool()
            let (one, other) = (
                HTTPService(limits: Self.limits, clock: .system, clients: pool),
                HTTPService(limits: Self.limits, clock: .system, clients: pool)
            )
            let hanging = Task { try await one.response(to: HTTPRequest(url: "\(server.url)/hang")) }
            try await server.stalled.wait(beyond: 0)
            #expect(try await other.response(to: HTTPRequest(url: "\(server.url)/x")).status == 200)
            await one.close()
            await #expect(throws: HTTPFailure.self) { try await hanging.value }
            await #expect(throws: HTTPFailure.self) { try await one.response(to: HTTPRequest(url: "\(server.url)/x")) }
            #expect(try await other.response(to: HTTPRequest(url: "\(server.url)/x")).status == 200)
            await other.close()
            await pool.close()
        }
    }
}

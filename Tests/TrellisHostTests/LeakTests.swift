import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

// Serialized, because the leaking plugin keeps its instances in a static variable.
@Suite("Leaked instances", .serialized, .timeLimit(.minutes(2)))
struct LeakTests {
    /// Runs the leaking plugin, and returns the messages about leaks.
    private func leaks(
        over transport: Transport = .process, _ body: (RunningPlugin, LogRecorder) async throws -> Void
    ) async throws -> [String] {
        let log = LogRecorder(level: .notice)
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            try await withPlugin(LeakyPlugin.self, environment: environment, over: transport) {
                try await body($0, log)
            }
        }
        return log.lines.filter { $0.hasPrefix("an instance of ") && $0.contains(" leaked: ") }
    }

    @Test("are logged with type, scope and location when the plugin closes")
    func plugin() async throws {
        defer { LeakyPlugin.cache.withLock { $0 = [] } }
        let leaks = try await leaks { _, _ in }
        let leak = try #require(leaks.first)
        #expect(leaks.count == 1)
        #expect(leak.contains("instance=Cached "))
        #expect(leak.contains("scope=root/leaky/generation"))
        #expect(leak.contains("location=TrellisHostTests/LeakTests.swift:"))
        #expect(leak.contains("plugin=leaky"))
        #expect(leak.contains("referencedBy=code outside its scope"))
    }

    @Test("are logged for a session when its connection ends")
    func session() async throws {
        defer { LeakyPlugin.cache.withLock { $0 = [] } }
        _ = try await leaks(over: .socket) { plugin, log in
            let connection = try #require(try await plugin.connect() as? VarlinkConnection)
            let _: JSONObject = try await connection.call("org.example.leak.Leak", [:])
            await connection.close()
            try await log.wait {
                $0.contains("instance=Visitor ") && $0.contains("scope=root/leaky/generation/session")
            }
        }
    }

    @Test("are not reported for an instance that is released soon after a start was cancelled")
    func cancelledStart() async throws {
        let log = LogRecorder(level: .notice)
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            let host = try PluginHost(
                configuration: LoadedConfiguration(
                    path: nil, options: ["plugins.hesitant.enabled=true", "plugins.hesitant.required=false"],
                    registrations: [PluginRegistration(HesitantPlugin.self)]),
                environment: environment, router: .host(logger: environment.logger("trellis")))
            let stop = Task {
                await HesitantPlugin.isStarting.wait()
                try host.requestStop(of: "hesitant")
            }
            try await host.run { try await stop.value }
        }
        #expect(log.lines.filter { $0.hasPrefix("an instance") } == [])
    }

    @Test("are not reported for a plugin that releases its instances")
    func clean() async throws {
        let log = LogRecorder(level: .notice)
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            try await withPlugin(NotebookPlugin.self, environment: environment, over: .socket) { plugin in
                let _: JSONObject = try await plugin.caller.call("org.example.notebook.Note", ["word": "tea"])
            }
        }
        #expect(log.lines.filter { $0.hasPrefix("an instance") } == [])
    }
}

/// A plugin that keeps its instances in a global variable.
private struct LeakyPlugin: Plugin {
    static let manifest = PluginManifest(name: "leaky", version: "1.0.0", summary: "Leaks.")

    /// The instances that remain referenced after the plugin has closed.
    static let cache = Mutex<[any AnyObject & Sendable]>([])

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide(Cached.init)
        blueprint.session(SessionClient.self) { session in
            session.provide(Visitor.init(client:))
            session.serve(LeakInterface.init(visitor:))
        }
    }
}

/// A plugin whose start never ends, and which releases an instance a moment after the start was cancelled.
private struct HesitantPlugin: Plugin {
    static let manifest = PluginManifest(name: "hesitant", version: "1.0.0", summary: "Never starts.")

    static let isStarting = OneShotEvent()

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide({ () in Held() }, .carried)
        blueprint.provide(Hesitant.init(held:))
    }
}

private final class Held: Sendable {}

private struct Hesitant: Sendable {
    init(held: Held) async throws {
        HesitantPlugin.isStarting.signal()
        await OneShotEvent().wait()
        // As a thread that has not yet released the objects of its last task.
        Task {
            try await Task.sleep(for: .milliseconds(100))
            withExtendedLifetime(held) {}
        }
        throw CancellationError()
    }
}

private final class Cached: Sendable {
    init() { LeakyPlugin.cache.withLock { $0.append(self) } }
}

private final class Visitor: Sendable {
    init(client: SessionClient) { LeakyPlugin.cache.withLock { $0.append(self) } }
}

private struct LeakInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.leak", description: "interface org.example.leak\n\nmethod Leak() -> ()\n",
        methods: [.init(name: "Leak", streaming: .never)])

    let visitor: Visitor

    func handle(_ call: ServerCall) async throws { try call.reply([:] as JSONObject) }
}

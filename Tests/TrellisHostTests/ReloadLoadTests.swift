import Foundation
import HostInterface
import Logging
import ServiceLifecycle
import Synchronization
import SystemPackage
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Reloads under load from several connections.
@Suite("Reloads under load", .serialized, .timeLimit(.minutes(2)))
struct ReloadLoadTests {
    /// The number of reloads: 200, or the value of `TRELLIS_RELOADS`.
    private static let reloads = ProcessInfo.processInfo.environment["TRELLIS_RELOADS"].flatMap { Int($0) } ?? 200

    /// Whether the process runs nothing else, as in `make test`, so that its memory and descriptors are those of this test.
    private static let isAlone = ProcessInfo.processInfo.environment["TRELLIS_RELOADS"] != nil

    private static let connections = 8

    private static let registrations = [
        PluginRegistration(EchoPlugin<First>.self, name: "first"),
        PluginRegistration(EchoPlugin<Second>.self, name: "second"),
        PluginRegistration(EchoPlugin<Third>.self, name: "third"),
        PluginRegistration(EchoPlugin<Fourth>.self, name: "fourth"),
        PluginRegistration(EchoPlugin<Fifth>.self, name: "fifth"),
    ]

    @Test("no call fails, and memory and descriptors do not grow")
    func load() async throws {
        try await withTemporaryFolder { folder in
            let names = Self.registrations.map(\.name)
            var words = names.map { _ in 0 }
            try Self.write(words, in: folder)
            let source = ConfigurationSource(read: { overrides in
                try LoadedConfiguration(
                    path: folder.appending("trellis.yaml"), variables: [:], options: [], logLevel: nil, socket: nil,
                    overrides: overrides, registrations: Self.registrations)
            })
            let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
            let host = try PluginHost(
                configuration: try source.read(OperatorOverrides()), source: source,
                environment: .test(in: folder, logger: { _ in silent }), router: .host(logger: silent),
                overridesFile: OverridesFile(in: folder), adjusting: { _, _ in })
            try await host.run {
                let server = VarlinkServer(router: host.router)
                let address = VarlinkAddress.path(folder.appending("io.trellis").string)
                try server.listen(on: address)
                async let running: Void = server.run()
                let calls = try await withThrowingTaskGroup(of: Int.self) { group in
                    let end = OneShotEvent()
                    for _ in 0..<Self.connections {
                        group.addTask { try await Self.callAll(names, at: address, until: end) }
                    }
                    let client = try await VarlinkConnection.connect(to: address)
                    var first: ProcessResources?
                    for number in 1...Self.reloads {
                        let changed = number % names.count
                        words[changed] = number
                        try Self.write(words, in: folder)
                        let plan = try await host.reload(expecting: nil)
                        #expect(plan.changes.map(\.plugin) == [names[changed]])
                        #expect(plan.changes.map(\.action) == [.reconfigure])
                        let reply = try await client.call("org.example.\(names[changed]).Echo", JSONObject())
                        #expect(reply == ["word": .integer(Int64(number))])
                        // From the first sample on, new events replace old ones.
                        if number == names.count { host.events.fill() }
                        if number == Self.reloads / 10 { first = try ProcessResources(of: getpid()) }
                    }
                    let last = try ProcessResources(of: getpid())
                    if Self.isAlone, let first { Self.expectEqual(first, last) }
                    end.signal()
                    await client.close()
                    return try await group.reduce(0, +)
                }
                await server.shutdown(gracePeriod: .seconds(60))
                try await running
                // Every connection made calls during the reloads.
                #expect(calls > Self.connections)
            }
        }
    }

    /// Calls all plugins in turns over one connection, until an event is signaled.
    ///
    /// - Returns: The number of calls.
    private static func callAll(_ plugins: [String], at address: VarlinkAddress, until end: OneShotEvent) async throws
        -> Int
    {
        let connection = try await VarlinkConnection.connect(to: address)
        var calls = 0
        while !end.isSignaled {
            for plugin in plugins {
                let reply = try await connection.call("org.example.\(plugin).Echo", JSONObject())
                #expect(reply["word"] != nil)
                calls += 1
            }
        }
        await connection.close()
        return calls
    }

    private static func write(_ words: [Int], in folder: FilePath) throws {
        let sections = zip(registrations, words).map { "  \($0.name): { word: \($1), confirmHealth: 0 }\n" }
        try Data("plugins:\n\(sections.joined())".utf8).write(
            to: URL(filePath: folder.appending("trellis.yaml").string), options: .atomic)
    }

    /// Expects that the resources have not grown since the first tenth of the reloads.
    private static func expectEqual(_ first: ProcessResources, _ last: ProcessResources) {
        print("after \(reloads / 10) reloads: \(first); after \(reloads): \(last)")
        #expect(last.descriptors <= first.descriptors)
        // Swift's thread pool and the executors start their threads when they need them, up to a limit. A thread per reload would
        // be hundreds.
        #expect(last.threads <= first.threads + 32)
        #expect(last.memory <= first.memory + 8 << 20)
    }
}

extension EventRecord {
    /// Repeats the recorded events until the record is full.
    fileprivate func fill() {
        let events = ring.page(from: 1).elements.map(\.event)
        while ring.range.lowerBound == 1 { for event in events { record(event, at: Date()) } }
    }
}

/// A name of a plugin.
private protocol EchoName: Sendable { static var text: String { get } }

private enum First: EchoName { static let text = "first" }
private enum Second: EchoName { static let text = "second" }
private enum Third: EchoName { static let text = "third" }
private enum Fourth: EchoName { static let text = "fourth" }
private enum Fifth: EchoName { static let text = "fifth" }

/// A plugin that replies with a value of its configuration.
private struct EchoPlugin<Name: EchoName>: Plugin {
    struct Configuration: PluginConfiguration {
        var word: Int

        init(from settings: Settings) {
            word = settings.integer("word", default: 0, in: 0...1_000_000, "The value in the replies.")
        }
    }

    static var manifest: PluginManifest {
        PluginManifest(name: "echo", version: "1.0.0", summary: "Replies with a value.")
    }

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        blueprint.provide(Echo.init(configuration:))
        blueprint.serve { (echo: Echo) in EchoInterface<Name>(echo: echo) }
        blueprint.run { (echo: Echo) in EchoService(echo: echo) }
    }

    /// The instance of a generation, which serves no call after it has closed.
    final class Echo: Sendable, Closable {
        private let state: Mutex<Int?>

        init(configuration: Configuration) { state = Mutex(configuration.word) }

        func word() throws -> Int {
            guard let word = state.withLock(\.self) else { throw ScopeClosed(scope: "echo") }
            return word
        }

        func close() async throws { state.withLock { $0 = nil } }
    }

    struct EchoService: Service {
        let echo: Echo

        func run() async throws { try await gracefulShutdown() }
    }
}

private struct EchoInterface<Name: EchoName>: VarlinkInterface {
    static var contract: VarlinkContract {
        VarlinkContract(
            name: "org.example.\(Name.text)",
            description: "interface org.example.\(Name.text)\n\nmethod Echo() -> (word: int)\n",
            methods: [.init(name: "Echo", streaming: .never)])
    }

    let echo: EchoPlugin<Name>.Echo

    func handle(_ call: ServerCall) async throws {
        // The call is in progress while its generation may be replaced.
        await Task.yield()
        try call.reply(["word": .integer(Int64(try echo.word()))] as JSONObject)
    }
}

import Synchronization
import SystemPackage
import Testing
import Trellis
import TrellisTesting
import TrellisWeb

@testable import TrellisHost

@Suite("Addresses that plugins pass to each other", .timeLimit(.minutes(2)))
struct AddressExchangeTests {
    private static let names = ["east", "west", "south"]

    /// The configuration of plugins that listen on the given addresses, in the order of their names.
    private func text(_ addresses: [String]) -> String {
        "plugins:\n" + zip(Self.names, addresses).map { "  \($0):\n    listen: ['\($1)']\n" }.joined()
    }

    private func addresses(_ kind: String, _ count: Int, in folder: FilePath) -> [String] {
        // No other program uses a port of an address of the loopback interface that was selected at random.
        let host = "127.\(UInt8.random(in: 1...254)).\(UInt8.random(in: 1...254)).1"
        return (0..<count).map { kind == "unix" ? "unix:\(folder.appending("\($0).sock"))" : "\(host):\(20_000 + $0)" }
    }

    @Test("move in one reload", arguments: ["tcp", "unix"], [2, 3])
    func exchange(kind: String, count: Int) async throws {
        try await withTemporaryFolder { folder in
            let before = addresses(kind, count, in: folder)
            let plugins = Self.names.map { PluginRegistration(ListenerPlugin.self, name: $0) }
            try await withReloadedHost(text(before), plugins: plugins) { fixture async throws in
                var after = before
                // A single exchange can succeed by chance.
                for _ in 0..<10 {
                    after = Array(after.dropFirst()) + after.prefix(1)
                    try await fixture.reload(text(after))
                    #expect(fixture.states == Self.names.prefix(count).map { "\($0) running" })
                }
            }
        }
    }

    @Test("pass from a plugin that is disabled to one that is enabled")
    func takeover() async throws {
        try await withTemporaryFolder { folder in
            let address = "unix:\(folder.appending("0.sock"))"
            func text(_ name: String) -> String { "plugins:\n  \(name):\n    listen: ['\(address)']\n" }
            let plugins = Self.names.map { PluginRegistration(ListenerPlugin.self, name: $0) }
            try await withReloadedHost(text("west"), plugins: plugins) { fixture async throws in
                try await fixture.reload(text("east"))
                #expect(fixture.states == ["east running"])
                try await fixture.reload(text("west"))
                #expect(fixture.states == ["west running"])
            }
        }
    }

    @Test("a rollback that cannot start a required plugin again leaves the daemon running, and says so")
    func failedRollback() async throws {
        let plugins = [PluginRegistration(UniquePlugin.self)]
        try await withReloadedHost("plugins:\n  unique:\n    word: first\n", plugins: plugins) { fixture async throws in
            do {
                try await fixture.reload("plugins:\n  unique:\n    word: second\n")
                Issue.record("the reload succeeded")
            } catch HostError.reloadFailed(let plugin, let message, let isRolledBack) {
                #expect(plugin == "unique" && isRolledBack)
                #expect(message.contains("; the plugin unique does not run with the previous configuration either: "))
            }
            #expect(fixture.states == ["unique failed"])
            #expect(fixture.host.requiredFailure == nil)
        }
    }
}

/// A plugin with a listening socket.
private struct ListenerPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        let listen: ListenAddresses

        init(from settings: Settings) {
            listen = settings.listenAddresses(
                "listen", default: ListenAddresses([.unix(path: "/nonexistent/socket")]), "The addresses.")
        }
    }

    static let manifest = PluginManifest(name: "listener", version: "1.0.0", summary: "Listens.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        blueprint.provide(value: configuration.listen, .carried)
        blueprint.provide(ListeningSockets.init, .carried)
    }
}

/// A plugin that can be started once in a process.
private struct UniquePlugin: Plugin {
    struct Configuration: PluginConfiguration {
        let word: Word

        init(from settings: Settings) {
            word = Word(text: settings.string("word", default: "", "A word, on which a carried instance depends."))
        }
    }

    struct Word: Sendable, Equatable {
        let text: String
    }

    static let manifest = PluginManifest(name: "unique", version: "1.0.0", summary: "Starts once.")

    private static let hasStarted = Atomic(false)

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        blueprint.provide(value: configuration.word, .carried)
        blueprint.provide(
            { (_: Word) throws in
                guard !Self.hasStarted.exchange(true, ordering: .relaxed) else {
                    throw PluginFailure(.data, "the plugin has started before")
                }
                return Once()
            }, .carried)
    }
}

private final class Once: Sendable {}

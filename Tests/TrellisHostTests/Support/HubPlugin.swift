import ServiceLifecycle
import Synchronization
import Trellis

/// The extension point of the plugin hub.
protocol Greeter: Sendable {
    func greet() async throws -> String
}

/// An extension point that no plugin declares.
protocol Greeters: Sendable {}

/// The code of the plugins hub and guest.
final class HubScript: Sendable {
    let recorder = Recorder()

    /// Runs while a guest greets.
    let greet: @Sendable (_ word: String) async throws -> Void

    /// Runs as the service of a guest.
    let serve: @Sendable () async throws -> Void

    /// Runs when an instance of the hub is created, given the number of the life of the hub.
    let openHub: @Sendable (_ life: Int) async throws -> Void

    /// Runs when an instance of a guest is created, given the word of the guest.
    let openGuest: @Sendable (_ word: String) async throws -> Void

    /// Runs as a service of the hub, given the number of the life of the hub.
    let serveHub: @Sendable (_ life: Int) async throws -> Void

    private let current = Mutex<Extensions<any Greeter>?>(nil)
    private let lives = Mutex(0)

    init(
        serve: @escaping @Sendable () async throws -> Void = { try await gracefulShutdown() },
        openHub: @escaping @Sendable (_ life: Int) async throws -> Void = { _ in },
        serveHub: @escaping @Sendable (_ life: Int) async throws -> Void = { _ in try await gracefulShutdown() },
        openGuest: @escaping @Sendable (_ word: String) async throws -> Void = { _ in },
        greet: @escaping @Sendable (_ word: String) async throws -> Void = { _ in }
    ) {
        (self.serve, self.openHub, self.serveHub) = (serve, openHub, serveHub)
        (self.openGuest, self.greet) = (openGuest, greet)
    }

    /// Begins a life of the hub, and returns its number, from 1.
    func beginHub() -> Int {
        lives.withLock { lives in
            lives += 1
            return lives
        }
    }

    @TaskLocal static var current = HubScript()

    /// The list that the hub has received.
    var list: Extensions<any Greeter>? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// The current guests.
    var guests: [String] { list?.current.map(\.plugin) ?? [] }

    /// The extension of a guest that is in the list.
    func guest(_ name: String) -> Extension<any Greeter>? { list?.current.first { $0.plugin == name } }
}

/// A plugin with an extension point.
struct HubPlugin: Plugin {
    static let manifest = PluginManifest(name: "hub", version: "1.0.0", summary: "Receives guests.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let script = HubScript.current
        blueprint.extensionPoint((any Greeter).self)
        blueprint.provide(value: script)
        blueprint.provide(Hub.init(guests:script:))
        blueprint.run(HubService.init(guests:script:))
        blueprint.run(HubWork.init(hub:script:))
    }
}

/// Passes the list to the test.
struct Hub: Sendable {
    /// The number of the life of the plugin.
    let life: Int

    init(guests: Extensions<any Greeter>, script: HubScript) async throws {
        life = script.beginHub()
        try await script.openHub(life)
        script.list = guests
    }
}

/// Runs the code of the test.
struct HubWork: Service {
    let hub: Hub
    let script: HubScript

    func run() async throws { try await script.serveHub(hub.life) }
}

/// Records the guests after every change, from the first guest on.
struct HubService: Service {
    let guests: Extensions<any Greeter>
    let script: HubScript

    func run() async throws {
        var isFirst = true
        for await extensions in guests.changes() {
            // The hub may start before its guests.
            defer { isFirst = false }
            if isFirst && extensions.isEmpty { continue }
            script.recorder.note("guests: \(extensions.map(\.plugin).joined(separator: " "))")
        }
        script.recorder.note("no more guests")
    }
}

/// A plugin that contributes to the hub.
struct GuestPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        var word: String
        var greets: Bool

        init(from settings: Settings) {
            word = settings.string("word", default: "hello", "The word.")
            greets = settings.boolean("greets", default: true, "Whether the plugin contributes.")
        }
    }

    static let manifest = PluginManifest(name: "guest", version: "1.0.0", summary: "Greets.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        let script = HubScript.current
        blueprint.provide(value: script)
        if configuration.greets { blueprint.extend(Guest.init(configuration:script:)) { $0 as any Greeter } }
        blueprint.run(GuestService.init(script:))
    }
}

struct Guest: Greeter, Closable {
    let configuration: GuestPlugin.Configuration
    let script: HubScript

    init(configuration: GuestPlugin.Configuration, script: HubScript) async throws {
        (self.configuration, self.script) = (configuration, script)
        try await script.openGuest(configuration.word)
        script.recorder.note("\(configuration.word) opened")
    }

    func greet() async throws -> String {
        try await script.greet(configuration.word)
        return configuration.word
    }

    func close() async throws { script.recorder.note("\(configuration.word) closed") }
}

struct GuestService: Service {
    let script: HubScript

    func run() async throws { try await script.serve() }
}

/// A plugin that contributes to a point that no plugin declares.
struct StrangerPlugin: Plugin {
    static let manifest = PluginManifest(name: "stranger", version: "1.0.0", summary: "Extends an unknown point.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.extend({ () in Stranger() }) { $0 as any Greeters }
    }
}

struct Stranger: Greeters {}

/// A plugin that contributes in a session.
struct LostPlugin: Plugin {
    static let manifest = PluginManifest(name: "lost", version: "1.0.0", summary: "Extends a point in a session.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.session { session in session.extend({ () in Stranger() }) { $0 as any Greeters } }
    }
}

import ServiceLifecycle
import Trellis

/// The code of the plugin `faulty` in each phase of its life.
struct FaultyScript: Sendable {
    var recorder = Recorder()

    /// Runs while the instance is created.
    var create: @Sendable (PluginEnvironment) async throws -> Void = { _ in }

    /// Runs as the service.
    var serve: @Sendable () async throws -> Void = { try await gracefulShutdown() }

    /// Runs as the health check.
    var check: @Sendable () async throws -> Health = { .healthy }

    /// Runs as the method `org.example.faulty.Act`.
    var call: @Sendable () async throws -> Void = {}

    /// Runs while the instance is closed.
    var close: @Sendable () async throws -> Void = {}

    @TaskLocal static var current = FaultyScript()
}

/// A plugin whose code is a ``FaultyScript``.
struct FaultyPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        init(from settings: Settings) {
            _ = settings.integer("revision", default: 1, in: 1...9, "A number, whose change causes a new generation.")
        }
    }

    static let manifest = PluginManifest(name: "faulty", version: "1.0.0", summary: "Fails as a test requires.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        let script = FaultyScript.current
        blueprint.provide(value: script)
        blueprint.provide(FaultyInstance.init(script:plugin:))
        blueprint.run(FaultyService.init(script:))
        blueprint.check(FaultyCheck.init(script:))
        blueprint.serve(FaultyInterface.init(script:))
    }
}

private struct FaultyInstance: Closable {
    let script: FaultyScript

    init(script: FaultyScript, plugin: PluginEnvironment) async throws {
        self.script = script
        try await script.create(plugin)
    }

    func close() async throws { try await script.close() }
}

private struct FaultyService: Service {
    let script: FaultyScript

    func run() async throws { try await script.serve() }
}

private struct FaultyCheck: HealthCheck {
    static let subject = "faults"
    let script: FaultyScript

    func check() async throws -> Health { try await script.check() }
}

private struct FaultyInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.faulty",
        description: """
            interface org.example.faulty

            method Act() -> ()

            """,
        methods: [.init(name: "Act", streaming: .never)])

    let script: FaultyScript

    func handle(_ call: ServerCall) async throws {
        try await script.call()
        try call.reply([:] as JSONObject)
    }
}

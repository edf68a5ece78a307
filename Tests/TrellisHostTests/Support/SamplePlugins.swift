import ServiceLifecycle
import Trellis

/// The service that the base plugin exports.
protocol Base: Sendable {}

/// The behaviour of the sample plugins in a test.
struct Behaviour: Sendable {
    var recorder = Recorder()
    var startBase: @Sendable () async throws -> Void = {}
    var runBase: @Sendable () async throws -> Void = { try await gracefulShutdown() }
    var closeBase: @Sendable () async throws -> Void = {}
    var startLone: @Sendable () -> Void = {}
    var openNotebook: @Sendable () async throws -> Void = {}
    var takeNote: @Sendable () async throws -> Void = {}

    @TaskLocal static var current = Behaviour()
}

/// A plugin that exports a service.
struct BasePlugin: Plugin {
    static let manifest = PluginManifest(name: "base", version: "1.0.0", summary: "Exports a service.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let behaviour = Behaviour.current
        blueprint.provide(value: behaviour, .marked(.carried))
        blueprint.provide(RecordedBase.init(behaviour:), .carried) { $0 as any Base }
        blueprint.export((any Base).self)
        blueprint.run(RecordedService.init(behaviour:))
    }
}

struct RecordedBase: Base, Closable {
    let behaviour: Behaviour

    init(behaviour: Behaviour) async throws {
        self.behaviour = behaviour
        behaviour.recorder.note("base starts")
        try await behaviour.startBase()
        behaviour.recorder.note("base started")
    }

    func close() async throws {
        try await behaviour.closeBase()
        behaviour.recorder.note("base closed")
    }
}

struct RecordedService: Service {
    let behaviour: Behaviour

    func run() async throws {
        behaviour.recorder.note("base runs")
        try await behaviour.runBase()
        behaviour.recorder.note("base ran")
    }
}

/// A plugin that depends on the base plugin.
struct NeedyPlugin: Plugin {
    static let manifest = PluginManifest(name: "needy", version: "1.0.0", summary: "Depends on base.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let behaviour = Behaviour.current
        blueprint.provide(value: behaviour)
        blueprint.provide(Needy.init(base:behaviour:))
    }
}

struct Needy: Closable {
    let behaviour: Behaviour

    init(base: any Base, behaviour: Behaviour) {
        self.behaviour = behaviour
        behaviour.recorder.note("needy started")
    }

    func close() async throws { behaviour.recorder.note("needy closed") }
}

/// A plugin without dependencies.
struct LonePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "lone", version: "2.1.0", summary: "Has no dependencies.", setup: "Ask for a key at the desk.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let behaviour = Behaviour.current
        blueprint.provide(value: behaviour)
        blueprint.provide(Lone.init(behaviour:plugin:))
        blueprint.check(LoneCheck.init(behaviour:))
    }
}

struct Lone: Closable {
    let behaviour: Behaviour

    init(behaviour: Behaviour, plugin: PluginEnvironment) {
        self.behaviour = behaviour
        behaviour.startLone()
        plugin.status("counting\nsheep")
        behaviour.recorder.note("lone started")
    }

    func close() async throws { behaviour.recorder.note("lone closed") }
}

struct LoneCheck: HealthCheck {
    static let subject = "sheep"
    let behaviour: Behaviour

    func check() async throws -> Health { .healthy }
}

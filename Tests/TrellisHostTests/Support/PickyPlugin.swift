import Trellis

/// A plugin that uses the base plugin if it is enabled.
struct PickyPlugin: Plugin {
    static let manifest = PluginManifest(name: "picky", version: "1.0.0", summary: "Uses base if it is enabled.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let behaviour = Behaviour.current
        blueprint.provide(value: behaviour)
        blueprint.provide(Picky.init(base:behaviour:))
    }
}

struct Picky: Sendable {
    init(base: (any Base)?, behaviour: Behaviour) {
        behaviour.recorder.note(base == nil ? "picky started alone" : "picky started with base")
    }
}

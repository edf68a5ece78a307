import Trellis

/// A plugin with a setting of each type.
struct VaultPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        enum Metal: String, CaseIterable { case iron, steel }

        init(from settings: Settings) {
            _ = settings.string("name", "The name.")
            _ = settings.string("owner", default: "Ada", "The owner.")
            _ = settings.secret("code", "The code of the lock.")
            _ = settings.choice("metal", default: Metal.iron, "The metal.")
            _ = settings.boolean("guarded", default: false, "Whether it is guarded.")
            _ = settings.integer("doors", default: 1, in: 1...10, "The number of doors.")
            _ = settings.duration(
                "delay", default: .seconds(90), in: .milliseconds(500) ... .seconds(3_600), "The delay of the lock.")
            _ = settings.bytes(
                "space", default: ByteCount(bytes: 1 << 20), in: ByteCount(bytes: 1)...ByteCount(bytes: 1 << 30),
                "The space.")
            _ = settings.section("access").strings("users", default: ["Ada", "Bo"], "The users.")
        }
    }

    static let manifest = PluginManifest(name: "vault", version: "1.0.0", summary: "A vault.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {}
}

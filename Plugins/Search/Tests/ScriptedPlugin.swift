import SearchAPI
import Trellis

/// A plugin whose search is a closure of the test, by the name of the plugin.
struct ScriptedPlugin: Plugin {
    typealias Script = @Sendable (_ limit: Int, _ found: @escaping @Sendable (SearchHit) -> Void) async throws -> Void

    @TaskLocal static var scripts: [String: Script] = [:]

    static let manifest = PluginManifest(name: "scripted", version: "1.0.0", summary: "Searches as a test requires.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let scripts = Self.scripts
        blueprint.extend { (plugin: PluginEnvironment) in
            ScriptedProvider(script: scripts[plugin.name] ?? { _, _ in })
        } as: {
            $0 as any SearchProvider
        }
    }
}

struct ScriptedProvider: SearchProvider {
    let script: ScriptedPlugin.Script

    func search(_ text: String, limit: Int, found: @escaping @Sendable (SearchHit) -> Void) async throws {
        try await script(limit, found)
    }
}

import Foundation
import SystemPackage
import Testing
import Trellis

@testable import TrellisHost

/// A plugin with a nested key and a list, which declares settings for a demo.
private struct ShowPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        var source: String
        var names: [String]

        init(from settings: Settings) {
            source = settings.section("data").string("source", default: "network", "The source.")
            names = settings.strings("names", "The names.")
        }
    }

    static let manifest = PluginManifest(name: "show", version: "1.0.0", summary: "Shows.")
    static let demo = ["data.source": "sample", "names": "ada,grace"]
    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {}
}

/// A plugin whose settings for a demo have a misspelled key.
private struct MisspelledPlugin: Plugin {
    static let manifest = PluginManifest(name: "misspelled", version: "1.0.0", summary: "Is misspelled.")
    static let demo = ["enabeld": "true"]
    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {}
}

/// A plugin that needs no settings for a demo.
private struct PlainPlugin: Plugin {
    static let manifest = PluginManifest(name: "plain", version: "1.0.0", summary: "Is plain.")
    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {}
}

@Suite("The temporary folder of a demo", .timeLimit(.minutes(2)))
struct DemoFolderTests {
    @Test("a demo removes the folders of demos that were killed, and no others")
    func stale() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "demos-\(UUID().uuidString)")
        let target = parent.appending(path: "target")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: parent.path)) }
        try Data().write(to: parent.appending(path: "trellis-demo-file"))
        try FileManager.default.createSymbolicLink(
            at: parent.appending(path: "trellis-demo-link"), withDestinationURL: target)
        let others = try names()

        var killed: DemoFolder? = try DemoFolder(in: FilePath(parent.path))
        #expect(killed?.options(from: HostOptions()).stateDirectory != nil)
        let stale = try names().subtracting(others)
        let running = try DemoFolder(in: FilePath(parent.path))
        #expect(try names().isSuperset(of: stale) && names().count == others.count + 2)
        // A killed process closes its descriptors, and removes nothing.
        killed = nil
        let next = try DemoFolder(in: FilePath(parent.path))
        #expect(try names().isDisjoint(with: stale) && names().count == others.count + 2)
        for demo in [running, next] { demo.remove() }
        #expect(try names() == others)
    }
}

@Suite("The configuration of a demo", .timeLimit(.minutes(2)))
struct DemoTests {
    private static let registrations = [PluginRegistration(ShowPlugin.self), PluginRegistration(PlainPlugin.self)]

    private func load(
        _ options: [String], overrides: OperatorOverrides = OperatorOverrides(),
        registrations: [PluginRegistration] = registrations
    ) throws(ConfigurationError) -> LoadedConfiguration {
        try LoadedConfiguration(
            path: nil, variables: [:], options: options, logLevel: nil, socket: nil, isDemo: true, overrides: overrides,
            registrations: registrations)
    }

    private func setting(_ path: String..., of configuration: LoadedConfiguration) -> ConfiguredSetting? {
        configuration.settings.first { $0.declaration.path == path }
    }

    @Test("enables every plugin, with its settings for a demo, which take precedence over all others")
    func precedence() throws {
        let configuration = try load(["plugins.show.data.source=network"])
        #expect(configuration.enabledPlugins == ["show", "plain"])
        let source = try #require(setting("plugins", "show", "data", "source", of: configuration))
        #expect(source.value == .text("sample"))
        #expect(source.location?.description == "--demo")
        #expect(setting("plugins", "show", "names", of: configuration)?.value == .texts(["ada", "grace"]))
    }

    @Test("an operator can disable a plugin of a demo, and --set configures keys that the demo does not set")
    func otherKeys() throws {
        let disabled = OperatorOverrides(
            plugins: ["show": .init(enabled: false, user: "ada", since: "2026-11-24T00:00:00Z")])
        #expect(try load([], overrides: disabled).enabledPlugins == ["plain"])
        #expect(try load(["plugins.plain.enabled=false"]).enabledPlugins == ["show"])
    }

    @Test("reports an unknown key in a plugin's settings for a demo")
    func unknownKey() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try load([], registrations: [PluginRegistration(MisspelledPlugin.self)])
        }
        #expect(
            error.diagnostics.map(\.description) == [
                "--demo: plugins.misspelled.enabeld: unknown key, "
                    + "which the plugin misspelled does not read (did you mean 'enabled'?)"
            ])
    }
}

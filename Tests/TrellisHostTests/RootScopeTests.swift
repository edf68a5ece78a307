import HostInterface
import Logging
import Systemd
import Testing
import Trellis

@testable import TrellisHost

/// The root scope with its own section of the configuration.
@Suite("The root scope", .timeLimit(.minutes(2)))
struct RootScopeTests {
    struct Shared: PluginConfiguration {
        var word: String

        init(from settings: Settings) {
            word = settings.string("word", default: "hello", "The word that all plugins share.")
        }
    }

    struct Word: Sendable { let text: String }

    private static let root = RootScope(Shared.self) { blueprint, configuration in
        blueprint.provide(value: Word(text: configuration.word))
    }

    private func configuration(
        _ options: [String] = [], root: RootScope = Self.root,
        of plugin: PluginRegistration = PluginRegistration(VaultPlugin.self)
    ) throws(ConfigurationError) -> LoadedConfiguration {
        try LoadedConfiguration(
            path: nil, options: options + ["plugins.\(plugin.name).enabled=true"], root: root, registrations: [plugin])
    }

    private func host(_ configuration: LoadedConfiguration) throws -> PluginHost {
        let environment = HostEnvironment.live(
            directories: HostDirectories(state: "/nonexistent", cache: "/nonexistent", runtime: "/nonexistent"),
            service: ServiceEnvironment(),
            logger: { label in Logger(label: label) { _ in SwiftLogNoOpLogHandler() } })
        return try PluginHost(
            configuration: configuration, environment: environment, router: .host(logger: environment.logger("trellis"))
        )
    }

    @Test("reads the section root, whose keys are validated")
    func section() throws {
        let plan = try host(configuration(["root.word=hi"])).rootPlan
        #expect(plan.graph.root.instances.map(\.key).contains("Word"))
        let error = #expect(throws: ConfigurationError.self) { try configuration(["root.wrod=hi"]) }
        #expect(error?.description.contains("root.wrod: unknown key") == true)
        #expect(error?.description.contains("did you mean 'word'?") == true)
        let schema = try JSONValue(parsing: Host.configurationSchema(of: [], root: Self.root))
        #expect(schema["properties"]?["root"]?["properties"]?["word"]?["default"] == "hello")
    }

    @Test("is rejected as a section of a daemon whose root scope has no settings")
    func absent() {
        let error = #expect(throws: ConfigurationError.self) {
            try LoadedConfiguration(path: nil, options: ["root.word=hi"], registrations: [])
        }
        #expect(error?.description.contains("root: unknown key") == true)
    }

    @Test("keeps its settings when the configuration is reloaded, and shows the new ones as pending")
    func reload() throws {
        let used = try configuration(["root.word=hi"]).reloaded(as: configuration(["root.word=ho"]))
        #expect(used.settings.first { $0.key == "root.word" }?.value?.text == "hi")
        #expect(used.pending.map(\.key) == ["root.word"])
        var blueprint = Blueprint("root")
        used.declareRoot(&blueprint)
        #expect(blueprint.bindings.count == 1)
    }

    @Test("has a graph of its own, which comes before those of the plugins")
    func graph() throws {
        let host = try host(configuration())
        let alone = try host.graphs(of: "root", in: .text)
        #expect(alone.map(\.plugin) == ["root"])
        #expect(alone[0].text.hasPrefix("root\n"))
        #expect(alone[0].text.contains("├─ WallClock\n"))
        #expect(!alone[0].text.contains("vault"))
        #expect(try host.graphs(of: nil, in: .text).map(\.plugin) == ["root", "vault"])
        #expect(try host.graphs(of: nil, in: .dot)[0].text.contains("[label=\"WallClock\"]"))
    }

    @Test("has arrows in the graph to its extension points from the plugins that extend them")
    func extensionPoint() throws {
        let root = RootScope(Shared.self) { blueprint, _ in blueprint.extensionPoint((any Greeters).self) }
        let host = try host(configuration(root: root, of: PluginRegistration(StrangerPlugin.self)))
        let dot = try host.graphs(of: nil, in: .dot)[0].text
        let arrow = try Regex(#""root\/stranger\/generation \d+" -> "root \d+" \[style=dotted, label="extends"\];"#)
        #expect(dot.matches(of: arrow).count == 1, "\(dot)")
        let stranger = try host.graphs(of: "stranger", in: .text)[0].text
        #expect(stranger.hasSuffix("\nextends Greeters of the daemon"), "\(stranger)")
    }

    @Test("has a name that no plugin can have")
    func name() {
        let error = #expect(throws: HostFailure.self) {
            try [PluginRegistration(VaultPlugin.self, name: "root")].requireValidNames()
        }
        #expect(error?.message.contains("which is that of the root scope") == true)
    }
}

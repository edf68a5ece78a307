import Foundation
import SystemPackage
import Testing
import Trellis
import TrellisHost

private struct SampleConfiguration: PluginConfiguration {
    enum Store: String, CaseIterable { case sqlite, memory }

    var store: Store
    var history: Duration
    var names: [String]

    init(from settings: Settings) {
        store = settings.choice("store", default: .sqlite, "Where it keeps things.")
        history = settings.duration("history", default: .seconds(60), in: .seconds(1) ... .seconds(3_600), "How long.")
        names = settings.strings("names", "Whom it greets.")
        if names.contains("nobody") { settings.refuse("names", "can't contain 'nobody'") }
    }
}

private struct SamplePlugin: Plugin {
    static let manifest = PluginManifest(name: "sample", version: "1.0.0", summary: "A sample.")
    init(configuration: SampleConfiguration) {}
    func assemble(_ blueprint: inout Blueprint) {}
}

/// A folder with configuration files, removed with the value.
private final class ConfigurationFolder {
    let path: FilePath

    init(_ files: [String: String]) throws {
        path = FilePath(FileManager.default.temporaryDirectory.path).appending("trellis-\(UUID().uuidString)")
        for (name, text) in files {
            let file = path.appending(name)
            try FileManager.default.createDirectory(
                atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }

    func load(variables: [String: String] = [:], options: [String] = []) throws(ConfigurationError)
        -> LoadedConfiguration
    {
        try LoadedConfiguration(
            path: path.appending("trellis.yaml"), variables: variables, options: options,
            registrations: [PluginRegistration(SamplePlugin.self)])
    }

    /// The lines of the error that loading throws, without the folder's path.
    func faults(variables: [String: String] = [:], options: [String] = []) -> [String] {
        do throws(ConfigurationError) {
            _ = try load(variables: variables, options: options)
            return []
        } catch {
            return error.faults.map { $0.description.replacingOccurrences(of: path.string + "/", with: "") }
        }
    }
}

@Suite("The configuration")
struct ConfigurationTests {
    @Test("has its defaults in an empty file")
    func empty() throws {
        let configuration = try ConfigurationFolder(["trellis.yaml": "# nothing\n"]).load()
        #expect(configuration.host.logLevel == .info)
        #expect(configuration.host.control.timeoutStop == .seconds(5))
        #expect(configuration.enabledPlugins.isEmpty)
    }

    @Test("enables the plugins that it lists, unless it says otherwise")
    func listing() throws {
        #expect(try ConfigurationFolder(["trellis.yaml": "plugins: { sample: }"]).load().enabledPlugins == ["sample"])
        #expect(
            try ConfigurationFolder(["trellis.yaml": "plugins: { sample: { enabled: no } }"]).load().enabledPlugins
                == [])
    }

    @Test("takes, of two layers, the higher: file, drop-ins by name, variables, options")
    func layers() throws {
        let folder = try ConfigurationFolder([
            "trellis.yaml": "log: { level: debug }\ncontrol: { connections: 1, timeoutStop: 1s, messageSize: 8K }",
            "trellis.d/20.yaml": "control: { connections: 20 }",
            "trellis.d/10.yaml": "control: { connections: 10, timeoutStop: 10s }",
            "trellis.d/ignored.txt": "not YAML: [",
        ])
        let plain = try folder.load().host
        #expect(plain.logLevel == .debug)
        #expect(plain.control.connections == 20)
        #expect(plain.control.timeoutStop == .seconds(10))
        #expect(plain.control.messageSize == ByteCount(bytes: 8_192))

        let variables = ["TRELLIS_CONFIG_CONTROL_CONNECTIONS": "30", "TRELLIS_CONFIG_CONTROL_TIMEOUT_STOP": "30s"]
        let varied = try folder.load(variables: variables).host.control
        #expect(varied.connections == 30)
        #expect(varied.timeoutStop == .seconds(30))

        let optioned = try folder.load(variables: variables, options: ["control.connections=40"]).host.control
        #expect(optioned.connections == 40)
        #expect(optioned.timeoutStop == .seconds(30))
    }

    @Test("tells of every fault where it stands, with what would be right")
    func faults() throws {
        let folder = try ConfigurationFolder([
            "trellis.yaml": """
            log:
              level: loud
            contol: {}
            plugins:
              sample:
                stor: memory
                history: 2d
                names: nobody
                required: maybe
              smaple:
            """,
            "trellis.d/50.yaml": "control:\n  messageSize: [1, 2]\n  connections: { a: 1 }\n",
        ])
        #expect(
            folder.faults(
                variables: ["TRELLIS_CONFIG_LOG_LEVL": "debug"], options: ["control.connections=0", "nonsense"])
                == [
                    "--set nonsense: write it as KEY=VALUE, for example --set log.level=debug",
                    "$TRELLIS_CONFIG_LOG_LEVL: no key is spelled like this variable (did you mean "
                        + "'TRELLIS_CONFIG_LOG_LEVEL'?)",
                    "trellis.yaml:2:10: log.level: 'loud' is not one of trace, debug, info, notice, warning, error, critical",
                    "trellis.yaml:3:1: contol: there is no such key (did you mean 'control'?)",
                    "trellis.yaml:6:5: plugins.sample.stor: there is no such key (did you mean 'store'?)",
                    "trellis.yaml:7:14: plugins.sample.history: 2d is out of range: it takes a span of time from 1s to 1h",
                    "trellis.yaml:8:12: plugins.sample.names: takes a list of texts, and this is a single value",
                    "trellis.yaml:9:15: plugins.sample.required: 'maybe' is neither true nor false",
                    "trellis.yaml:10:3: plugins.smaple: there is no such key (did you mean 'sample'?)",
                    "trellis.d/50.yaml:2:16: control.messageSize: takes a number of bytes from 4K to 16M, and this is a list",
                    "trellis.d/50.yaml:3:3: control.connections: takes a whole number from 1 to 65536, and this is a section",
                    "--set control.connections=0: control.connections: 0 is out of range: it takes a whole number from 1 "
                        + "to 65536",
                ])
    }

    @Test("tells where what a configuration refuses by itself stands")
    func semantics() throws {
        let folder = try ConfigurationFolder([
            "trellis.yaml": "plugins:\n  sample:\n    names: [Ada]\n",
            "trellis.d/a.yaml": "plugins:\n  sample:\n    names:\n      - nobody\n",
        ])
        #expect(folder.faults() == ["trellis.d/a.yaml:4:7: plugins.sample.names: can't contain 'nobody'"])
        #expect(
            folder.faults(options: ["plugins.sample.names=Bo,nobody"])
                == ["--set plugins.sample.names=Bo,nobody: plugins.sample.names: can't contain 'nobody'"])
    }

    @Test(
        "tells where a file stops being YAML",
        arguments: [
            (
                "log: [1, 2",
                "trellis.yaml:2:1: this is not YAML: did not find expected ',' or ']' (while parsing a flow"
            ),
            ("log:\n\tlevel: info", "trellis.yaml:2:1: this is not YAML"),
            ("log: {}\nlog: {}", "trellis.yaml:1:1: a key stands here more than once: 'log'"),
            ("- a\n- b", "trellis.yaml:1:1: the file is not a list of keys"),
            ("log:\n  level: [{a: b}]", "trellis.yaml:2:10: log.level: a list may hold single values only"),
        ])
    func syntax(text: String, start: String) throws {
        let faults = try ConfigurationFolder(["trellis.yaml": text]).faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix(start) == true, "\(faults)")
    }

    @Test("says which file is not there")
    func missing() throws {
        let folder = try ConfigurationFolder(["other.yaml": ""])
        #expect(throws: ConfigurationError.self) { try folder.load() }
        let faults = folder.faults()
        #expect(faults == ["the configuration file trellis.yaml can't be read: there is no such file"])
    }

    @Test("says which file is a directory, and which directory is none")
    func kinds() throws {
        let main = try ConfigurationFolder(["trellis.yaml/a": "", "trellis.d/b.yaml": ""])
        #expect(main.faults() == ["the configuration file trellis.yaml can't be read: it is a directory"])
        let dropIn = try ConfigurationFolder(["trellis.yaml": "", "trellis.d/a.yaml/b": ""])
        #expect(dropIn.faults() == ["the configuration file trellis.d/a.yaml can't be read: it is a directory"])
        let dropIns = try ConfigurationFolder(["trellis.yaml": "", "trellis.d": ""])
        #expect(dropIns.faults() == ["the folder of drop-ins trellis.d can't be read: it is no directory"])
    }
}

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
        store = settings.choice("store", default: .sqlite, "The storage.")
        history = settings.duration(
            "history", default: .seconds(60), in: .seconds(1) ... .seconds(3_600), "A duration.")
        names = settings.strings("names", "The names.")
        if names.contains("nobody") { settings.reject("names", "cannot contain 'nobody'") }
        for index in names.compactMap(Int.init) { settings.reject("names", "rejected", element: index) }
    }
}

private struct SamplePlugin: Plugin {
    static let manifest = PluginManifest(name: "sample", version: "1.0.0", summary: "A sample.")
    static func assemble(_ blueprint: inout Blueprint, configuration: SampleConfiguration) {}
}

/// A folder with configuration files, which is removed with the value.
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

    /// The diagnostics of the error that loading throws, without the folder's path.
    func diagnostics(variables: [String: String] = [:], options: [String] = []) -> [String] {
        do throws(ConfigurationError) {
            _ = try load(variables: variables, options: options)
            return []
        } catch {
            return error.diagnostics.map { $0.description.replacingOccurrences(of: path.string + "/", with: "") }
        }
    }
}

@Suite("The configuration", .timeLimit(.minutes(2)))
struct ConfigurationTests {
    @Test("has the default values when the file is empty")
    func empty() throws {
        let configuration = try ConfigurationFolder(["trellis.yaml": "# nothing\n"]).load()
        #expect(configuration.host.logLevel == .info)
        #expect(configuration.host.control.timeoutStop == .seconds(5))
        #expect(configuration.enabledPlugins.isEmpty)
    }

    @Test("enables the listed plugins, unless enabled is false")
    func listing() throws {
        #expect(try ConfigurationFolder(["trellis.yaml": "plugins: { sample: }"]).load().enabledPlugins == ["sample"])
        #expect(
            try ConfigurationFolder(["trellis.yaml": "plugins: { sample: { enabled: no } }"]).load().enabledPlugins
                == [])
    }

    @Test("merges the layers in this order: file, drop-ins by name, variables, options")
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

    @Test("reports every problem with its location and remedy")
    func diagnostics() throws {
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
            folder.diagnostics(
                variables: ["TRELLIS_CONFIG_LOG_LEVL": "debug"], options: ["control.connections=0", "nonsense"])
                == [
                    "--set nonsense: expected KEY=VALUE, for example --set log.level=debug",
                    "$TRELLIS_CONFIG_LOG_LEVL: unknown variable (did you mean "
                        + "'TRELLIS_CONFIG_LOG_LEVEL'?)",
                    "trellis.yaml:2:10: log.level: invalid value 'loud': expected one of trace, debug, info, notice, warning, "
                        + "error, critical",
                    "trellis.yaml:3:1: contol: unknown key, which the daemon does not read (did you mean 'control'?)",
                    "trellis.yaml:6:5: plugins.sample.stor: unknown key, "
                        + "which the plugin sample does not read (did you mean 'store'?)",
                    "trellis.yaml:7:14: plugins.sample.history: 2d is out of range: expected a duration from 1s to 1h",
                    "trellis.yaml:8:12: plugins.sample.names: expected a list of strings, got a single value",
                    "trellis.yaml:9:15: plugins.sample.required: invalid value 'maybe': expected true or false",
                    "trellis.yaml:10:3: plugins.smaple: unknown key, "
                        + "because the daemon has no plugin of this name (did you mean 'sample'?)",
                    "trellis.d/50.yaml:2:16: control.messageSize: expected a size from 4K to 16M, got a list",
                    "trellis.d/50.yaml:3:3: control.connections: expected an integer from 1 to 65536, got a section",
                    "--set control.connections: control.connections: 0 is out of range: expected an integer from 1 "
                        + "to 65536",
                ])
    }

    @Test("suggests a correction for a misspelled section in an option, once per section")
    func optionSuggestions() throws {
        let folder = try ConfigurationFolder(["trellis.yaml": ""])
        #expect(
            folder.diagnostics(
                options: ["plugins.smaple.store=memory", "plugins.smaple.history=1s", "contrl.backlog=1"])
                == [
                    "--set plugins.smaple.store: plugins.smaple: unknown key, "
                        + "because the daemon has no plugin of this name (did you mean 'sample'?)",
                    "--set contrl.backlog: contrl: unknown key, "
                        + "which the daemon does not read (did you mean 'control'?)",
                ])
        #expect(
            folder.diagnostics(options: ["log.levl=debug"])
                == [
                    "--set log.levl: log.levl: unknown key, "
                        + "which the daemon does not read (did you mean 'level'?)"
                ])
    }

    @Test("reports the location of a value that a plugin rejects")
    func semantics() throws {
        let folder = try ConfigurationFolder([
            "trellis.yaml": "plugins:\n  sample:\n    names: [Ada]\n",
            "trellis.d/a.yaml": "plugins:\n  sample:\n    names:\n      - nobody\n",
        ])
        #expect(folder.diagnostics() == ["trellis.d/a.yaml:4:7: plugins.sample.names: cannot contain 'nobody'"])
        let roles = try ConfigurationFolder([
            "trellis.yaml": "control:\n  roles:\n    read:\n      - root\n      - daemon\n      - nobodyy\n"
        ])
        #expect(
            roles.diagnostics().first?.hasPrefix("trellis.yaml:6:9: control.roles.read: unknown user 'nobodyy'") == true
        )
        #expect(
            folder.diagnostics(options: ["plugins.sample.names=Bo,nobody"])
                == ["--set plugins.sample.names: plugins.sample.names: cannot contain 'nobody'"])
    }

    @Test(
        "reports the location of invalid YAML",
        arguments: [
            (
                "log: [1, 2",
                "trellis.yaml:2:1: invalid YAML: did not find expected ',' or ']' (while parsing a flow"
            ),
            ("log:\n\tlevel: info", "trellis.yaml:2:1: invalid YAML: the line is indented with a tab; use spaces"),
            (
                "log: {}\nlog: {}",
                "trellis.yaml:2:1: duplicate key: 'log', which line 1 has already: join the two sections"
            ),
            (
                "log: {}\r\nlog: {}\r\n",
                "trellis.yaml:2:1: duplicate key: 'log', which line 1 has already: join the two sections"
            ),
            (
                "plugins:\n  sample:\n    store: memory\n# a comment\n    names: []\n    store: sqlite\n",
                "trellis.yaml:6:5: duplicate key: 'store', which line 3 has already"
            ),
            ("- a\n- b", "trellis.yaml:1:1: expected keys, such as 'plugins:', got a list"),
            (
                "log:\n  level: [{a: b}]",
                "trellis.yaml:2:11: log.level: expected a single value in the list, got a section"
            ),
        ])
    func syntax(text: String, start: String) throws {
        let diagnostics = try ConfigurationFolder(["trellis.yaml": text]).diagnostics()
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.hasPrefix(start) == true, "\(diagnostics)")
    }

    @Test("reads a pipe once, and rejects it when it is empty")
    func pipe() throws {
        let folder = try ConfigurationFolder(["other.yaml": ""])
        let path = folder.path.appending("trellis.yaml").string
        #expect(mkfifo(path, 0o600) == 0)
        for text in ["log: { level: debug }", ""] {
            // Opening the pipe for writing waits for a reader.
            Thread.detachNewThread {
                guard let writer = try? FileDescriptor.open(path, .writeOnly) else { return }
                _ = try? writer.closeAfter { try writer.writeAll(Array(text.utf8)) }
            }
            if text.isEmpty {
                #expect(folder.diagnostics().first?.contains("it is an empty pipe, or was read before") == true)
            } else {
                #expect(try folder.load().host.logLevel == .debug)
            }
        }
    }

    @Test(
        "rejects a path at which no control socket can be",
        arguments: [
            ("", "is not the absolute path"), ("run/s", "is not the absolute path"),
            ("/run/", "is not the absolute path"),
            ("unix:run", "is not the absolute path"), ("@name", "is an abstract socket"),
            ("/run/s\n", "a control character"),
            ("/run/s ", "ends with a space"), ("/" + String(repeating: "x", count: 107), "the path has 108 bytes"),
        ])
    func socket(path: String, message: String) throws {
        let diagnostics = try ConfigurationFolder(["trellis.yaml": ""]).diagnostics(options: ["control.socket=\(path)"])
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.contains(message) == true, "\(diagnostics)")
    }

    @Test("accepts the address of a control socket in the form of trellisctl")
    func socketAddress() throws {
        let folder = try ConfigurationFolder(["trellis.yaml": "control: { socket: 'unix:/run/s' }"])
        #expect(try folder.load().host.control.socket == "/run/s")
    }

    @Test(
        "names the position of a rejected element, or that of the list if there is no such element",
        arguments: [(0, "3:13"), (1, "3:16"), (2, "3:12"), (-1, "3:12"), (.max, "3:12"), (.min, "3:12")])
    func element(index: Int, position: String) throws {
        let text = "plugins:\n  sample:\n    names: [a, '\(index)']\n"
        let diagnostics = try ConfigurationFolder(["trellis.yaml": text]).diagnostics()
        #expect(diagnostics == ["trellis.yaml:\(position): plugins.sample.names: rejected"])
    }

    @Test("removes blanks around the elements of a list in an option")
    func blanks() throws {
        let folder = try ConfigurationFolder(["trellis.yaml": ""])
        #expect(
            try folder.load(options: ["control.roles.read=root , daemon"]).host.control.roles.read == [
                "root", "daemon",
            ])
    }

    @Test("names a missing file")
    func missing() throws {
        let folder = try ConfigurationFolder(["other.yaml": ""])
        #expect(throws: ConfigurationError.self) { try folder.load() }
        let diagnostics = folder.diagnostics()
        #expect(diagnostics == ["cannot read the configuration file trellis.yaml: no such file"])
    }

    @Test("names a file that is a directory, and a directory that is a file")
    func kinds() throws {
        let main = try ConfigurationFolder(["trellis.yaml/a": "", "trellis.d/b.yaml": ""])
        #expect(main.diagnostics() == ["cannot read the configuration file trellis.yaml: it is a directory"])
        let dropIn = try ConfigurationFolder(["trellis.yaml": "", "trellis.d/a.yaml/b": ""])
        #expect(dropIn.diagnostics() == ["cannot read the configuration file trellis.d/a.yaml: it is a directory"])
        // A drop-in can be masked by a link to /dev/null.
        let masked = try ConfigurationFolder(["trellis.yaml": "", "trellis.d/a.txt": ""])
        #expect(symlink("/dev/null", masked.path.appending("trellis.d/50-site.yaml").string) == 0)
        #expect(masked.diagnostics() == [])
        let dropIns = try ConfigurationFolder(["trellis.yaml": "", "trellis.d": ""])
        #expect(dropIns.diagnostics() == ["cannot read the drop-in directory trellis.d: it is not a directory"])
    }
}

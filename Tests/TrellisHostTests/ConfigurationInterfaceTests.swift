import Foundation
import HostInterface
import SystemPackage
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The configuration in io.trellis.Host", .timeLimit(.minutes(2)))
struct ConfigurationInterfaceTests {
    /// A daemon's interface, and the folder of its configuration.
    private struct Fixture {
        var host: HostClient
        var folder: FilePath

        /// Returns the settings by key.
        func settings() async throws -> [String: HostContract.Setting] {
            let reply = try await host.readConfiguration()
            return Dictionary(uniqueKeysWithValues: reply.settings.map { ($0.key, $0) })
        }

        /// Expects the value, or the elements, and the source of a setting, without the folder.
        func expect(_ key: String, _ text: String, at location: SourceLocation = #_sourceLocation) async throws {
            let setting = try #require(try await settings()[key], sourceLocation: location)
            let value = setting.value ?? setting.elements.map { "\($0)" } ?? "nil"
            let source = setting.location?.replacingOccurrences(of: "\(folder)/", with: "") ?? "none"
            #expect("\(value) \(setting.source.rawValue) \(source)" == text, sourceLocation: location)
        }
    }

    private func withHost(
        _ files: [String: String], variables: [String: String] = [:], options: [String] = [],
        logLevel: Logger.Level? = nil, socket: String? = nil, _ body: (Fixture) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            for (name, text) in files { try write(text, to: name, in: folder) }
            let configuration = try LoadedConfiguration(
                path: files.isEmpty ? nil : folder.appending("trellis.yaml"), variables: variables, options: options,
                logLevel: logLevel, socket: socket,
                registrations: [PluginRegistration(VaultPlugin.self), PluginRegistration(NotebookPlugin.self)])
            let environment = HostEnvironment.test(in: folder)
            let logger = environment.logger("trellis")
            let router = VarlinkRouter.host(logger: logger)
            let plugins = try PluginHost(configuration: configuration, environment: environment, router: router)
            try router.register(
                ControlInterface(
                    host: plugins, audit: AuditLog(journal: logger, logger: logger),
                    facts: ControlInterface.Facts(
                        started: Date(), configuration: nil, stateDirectory: "/", cacheDirectory: "/nonexistent"),
                    logLevel: LogLevelControl(.info), log: LogRing(), logger: logger))
            try await body(Fixture(host: HostClient(LocalCaller(router: router)), folder: folder))
        }
    }

    @Test("has the value and the location of the highest layer that sets a key")
    func sources() async throws {
        let files = [
            "trellis.yaml":
                "log:\n  level: debug\nplugins:\n  vault:\n    name: main\n    doors: 2\n    metal: steel\n",
            "trellis.d/10.yaml": "plugins: { vault: { name: drop-in, doors: 3, owner: } }\n",
        ]
        let variables = ["TRELLIS_CONFIG_PLUGINS_VAULT_DOORS": "4", "TRELLIS_CONFIG_PLUGINS_VAULT_GUARDED": "yes"]
        let options = ["plugins.vault.guarded=no", "plugins.vault.access.users=Cy,Di"]
        try await withHost(files, variables: variables, options: options) { host in
            try await host.expect("log.level", "debug file trellis.yaml:2:10")
            try await host.expect("plugins.vault.metal", "steel file trellis.yaml:7:12")
            try await host.expect("plugins.vault.name", "drop-in file trellis.d/10.yaml:1:27")
            // A key without a value is not set.
            try await host.expect("plugins.vault.owner", "Ada default none")
            try await host.expect("plugins.vault.doors", "4 environment $TRELLIS_CONFIG_PLUGINS_VAULT_DOORS")
            try await host.expect("plugins.vault.guarded", "false option --set plugins.vault.guarded")
            try await host.expect(
                "plugins.vault.access.users", #"["Cy", "Di"] option --set plugins.vault.access.users"#)
            try await host.expect("plugins.vault.delay", "1min 30s default none")
            try await host.expect("control.roles.operate", #"["@trellis"] default none"#)
            try await host.expect("control.socket", "nil default none")
            let setting = try await host.settings()["plugins.vault.delay"]
            #expect(setting?.type == .duration)
            #expect(setting?.description == "The delay of the lock.")
        }
    }

    @Test("has normalized values")
    func forms() async throws {
        let text = "plugins: { vault: { guarded: on, delay: 120, space: 2048, doors: +3, access: { users: [] } } }"
        try await withHost(["trellis.yaml": text]) { host in
            let settings = try await host.settings()
            #expect(settings["plugins.vault.guarded"]?.value == "true")
            #expect(settings["plugins.vault.delay"]?.value == "2min")
            #expect(settings["plugins.vault.space"]?.value == "2K")
            #expect(settings["plugins.vault.doors"]?.value == "3")
            #expect(settings["plugins.vault.access.users"]?.elements == [])
        }
    }

    @Test("names the option that set a key, such as --log-level or --socket, as the source")
    func options() async throws {
        try await withHost([:], options: ["log.level=debug"], logLevel: .error, socket: "/run/s") { host in
            try await host.expect("log.level", "error option --log-level")
            try await host.expect("control.socket", "/run/s option --socket")
            let reply = try await host.host.readConfiguration()
            #expect(reply.files == [] && reply.changedFiles == [])
        }
    }

    @Test("shows a listed plugin as enabled at its first mention, and an unlisted plugin as disabled")
    func enabled() async throws {
        let files = ["trellis.yaml": "plugins:\n  vault:\n", "trellis.d/a.yaml": "plugins: { vault: { doors: 2 } }"]
        try await withHost(files) { host in
            try await host.expect("plugins.vault.enabled", "true file trellis.yaml:2:3")
            try await host.expect("plugins.notebook.enabled", "false default none")
        }
        try await withHost(["trellis.yaml": "plugins: { vault: { enabled: off } }"]) { host in
            try await host.expect("plugins.vault.enabled", "false file trellis.yaml:1:30")
        }
    }

    @Test(
        "does not contain a secret, whatever the source of the secret is",
        arguments: [
            (["trellis.yaml": "plugins: { vault: { code: hunter2 } }"], [:], [], "trellis.yaml:1:27"),
            ([:], ["TRELLIS_CONFIG_PLUGINS_VAULT_CODE": "hunter2"], [], "$TRELLIS_CONFIG_PLUGINS_VAULT_CODE"),
            ([:], [:], ["plugins.vault.code=hunter2"], "--set plugins.vault.code"),
        ] as [([String: String], [String: String], [String], String)])
    func secrets(
        files: [String: String], variables: [String: String], options: [String], location: String
    ) async throws {
        try await withHost(files, variables: variables, options: options) { host in
            let reply = try await host.host.readConfiguration()
            #expect(!"\(reply)".contains("hunter2"))
            let setting = try #require(reply.settings.first { $0.key == "plugins.vault.code" })
            #expect(setting.type == .secret && setting.source != .default)
            #expect(setting.value == nil && setting.elements == nil)
            #expect(setting.location?.hasSuffix(location) == true)
        }
    }

    @Test("masks a secret in the environment of the daemon, and in diagnostics")
    func secretsElsewhere() async throws {
        let variables = ["TRELLIS_CONFIG_PLUGINS_VAULT_CODE": "hunter2", "A": "1"]
        let registrations = [PluginRegistration(VaultPlugin.self)]
        let configuration = try LoadedConfiguration(path: nil, variables: variables, registrations: registrations)
        let service = StandardServiceInterface(
            logLevel: LogLevelControl(.info), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            variables: variables, secretVariables: configuration.secretVariables, reload: {})
        let router = VarlinkRouter.host(logger: service.logger)
        try router.register(service)
        let reply = try await SystemdServiceClient(LocalCaller(router: router)).getEnvironment()
        #expect(reply.environment == ["A=1", "TRELLIS_CONFIG_PLUGINS_VAULT_CODE=***"])
        let error = #expect(throws: ConfigurationError.self) {
            try LoadedConfiguration(
                path: nil, options: ["plugins.vault.code.text=hunter2"], registrations: registrations)
        }
        #expect(error?.description.contains("plugins.vault.code.text") == true)
    }

    @Test("lists the configuration files, and those that have changed since the daemon read them")
    func changedFiles() async throws {
        let files = ["trellis.yaml": "", "trellis.d/a.yaml": "", "trellis.d/b.yaml": ""]
        try await withHost(files) { host in
            func reply() async throws -> (files: [String], changed: [String]) {
                let reply = try await host.host.readConfiguration()
                func names(_ paths: [String]) -> [String] {
                    paths.map { $0.replacingOccurrences(of: "\(host.folder)/", with: "") }
                }
                return (names(reply.files), names(reply.changedFiles))
            }
            #expect(try await reply() == (["trellis.yaml", "trellis.d/a.yaml", "trellis.d/b.yaml"], []))
            try write("", to: "trellis.d/a.yaml", in: host.folder)
            #expect(try await reply().changed == [])
            try write("log: {}", to: "trellis.yaml", in: host.folder)
            try write("log: {}", to: "trellis.d/c.yaml", in: host.folder)
            try FileManager.default.removeItem(atPath: host.folder.appending("trellis.d/b.yaml").string)
            #expect(try await reply().changed == ["trellis.d/b.yaml", "trellis.d/c.yaml", "trellis.yaml"])
            #expect(try await reply().files.count == 3)
        }
    }
}

/// Writes a file, with the folders above it.
private func write(_ text: String, to name: String, in folder: FilePath) throws {
    let file = URL(filePath: folder.appending(name).string)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
}

import Foundation
import HostInterface
import SystemPackage
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Plugins that an operator enables or disables", .timeLimit(.minutes(2)))
struct EnablementTests {
    private static let registrations =
        PluginHostTests.registrations + [PluginRegistration(NotebookPlugin.self), PluginRegistration(PickyPlugin.self)]

    /// A running host, and the folder with the state of the host.
    private struct Fixture {
        let host: PluginHost
        let folder: FilePath

        func set(_ plugin: String, to isEnabled: Bool?, isDryRun: Bool = false) async throws -> [String] {
            try await host.setEnablement(of: plugin, to: isEnabled, by: "ada", isDryRun: isDryRun)
                .map { "\($0.name) \($0.state.rawValue)" }
        }

        /// The names of the running plugins.
        var running: [String] { host.statuses.filter(\.status.state.isRunning).map(\.hosted.name) }
    }

    /// Runs a host with the overrides in a folder.
    private func withHost(
        _ settings: [String], in folder: FilePath, behaviour: Behaviour = Behaviour(), saving isSaved: Bool = true,
        _ body: (Fixture) async throws -> Void
    ) async throws {
        let environment = HostEnvironment.test(in: folder)
        let file = OverridesFile(
            in: isSaved ? folder : folder.appending("missing"), failpoints: environment.failpoints)
        let host = try Behaviour.$current.withValue(behaviour) {
            try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, variables: [:], options: settings, logLevel: nil, socket: nil,
                    overrides: try file.read(), registrations: Self.registrations),
                environment: environment, router: .host(logger: environment.logger("trellis")), overridesFile: file,
                adjusting: { _, _ in })
        }
        // The blueprint of a disabled plugin is assembled by the command that enables the plugin.
        try await Behaviour.$current.withValue(behaviour) {
            try await host.run { try await body(Fixture(host: host, folder: folder)) }
        }
    }

    @Test("a command takes precedence over the configuration, also after a restart of the daemon")
    func persistence() async throws {
        try await withTemporaryFolder { folder in
            try await withHost(["plugins.lone.enabled=true"], in: folder) { fixture async throws in
                #expect(try await fixture.set("lone", to: false) == ["lone disabled"])
                #expect(try await fixture.set("base", to: true) == ["base running"])
                #expect(fixture.running == ["base"])
            }
            try await withHost(["plugins.lone.enabled=true"], in: folder) { fixture async throws in
                #expect(fixture.running == ["base"])
                let plugins = await fixture.host.plugins()
                let lone = try #require(plugins.first { $0.name == "lone" }?.override)
                #expect(!lone.enabled && lone.user == "ada")
                #expect(plugins.first { $0.name == "base" }?.override?.enabled == true)
                let setting = fixture.host.configuration.settings.first {
                    $0.declaration.path == ["plugins", "lone", "enabled"]
                }
                #expect(setting?.value == .text("false"))
                #expect(setting?.location?.description.hasPrefix("trellisctl plugin disable lone (ada, ") == true)
                #expect(try await fixture.set("lone", to: nil) == ["lone running"])
                #expect(try await fixture.set("base", to: nil) == ["base disabled"])
            }
            try await withHost(["plugins.lone.enabled=true"], in: folder) { fixture async throws in
                #expect(fixture.running == ["lone"])
                #expect(fixture.host.configuration.overrides == OperatorOverrides())
            }
        }
    }

    @Test("a start that needs a plugin that an operator disabled fails with the remedy")
    func start() async throws {
        try await withTemporaryFolder { folder in
            try await withHost(["plugins.base.enabled=true"], in: folder) { fixture async throws in
                #expect(try await fixture.set("base", to: false) == ["base disabled"])
            }
            let settings = ["plugins.base.enabled=true", "plugins.needy.enabled=true"]
            let failure = await #expect(throws: HostFailure.self) {
                try await withHost(settings, in: folder) { _ async throws in }
            }
            #expect(failure?.advice?.hasPrefix("An operator disabled base with 'trellisctl plugin disable'.") == true)
        }
    }

    @Test("the interfaces of a plugin are registered only while the plugin is enabled")
    func interfaces() async throws {
        try await withTemporaryFolder { folder in
            try await withHost(["plugins.notebook.enabled=true"], in: folder) { fixture async throws in
                let caller = LocalCaller(router: fixture.host.router)
                let word: JSONObject = ["word": "tea"]
                _ = try await fixture.set("notebook", to: false)
                await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.notebook")) {
                    _ = try await caller.call("org.example.notebook.Note", word)
                }
                _ = try await fixture.set("notebook", to: true)
                #expect(try await caller.call("org.example.notebook.Note", word)["words"] == ["tea"])
            }
        }
    }

    @Test("a plugin that another enabled plugin needs cannot be disabled")
    func needed() async throws {
        try await withTemporaryFolder { folder in
            let behaviour = Behaviour()
            let settings = ["plugins.base.enabled=true", "plugins.needy.enabled=true"]
            try await withHost(settings, in: folder, behaviour: behaviour) { fixture async throws in
                for isDryRun in [true, false] {
                    await #expect(
                        throws: HostError.changeRejected(
                            message:
                                "the plugin needy needs base, which is disabled: enable plugins.base or disable plugins.needy"
                        )
                    ) { _ = try await fixture.set("base", to: false, isDryRun: isDryRun) }
                }
                #expect(fixture.running == ["needy", "base"])
                #expect(fixture.host.configuration.overrides == OperatorOverrides())
                #expect(!behaviour.recorder.events.contains("needy closed"))
                #expect(try await fixture.set("needy", to: false) == ["needy disabled"])
                #expect(try await fixture.set("base", to: false) == ["base disabled"])
                #expect(try await fixture.set("base", to: true) == ["base running"])
                #expect(try await fixture.set("needy", to: true) == ["needy running"])
            }
        }
    }

    @Test("enabling or disabling a plugin restarts the plugins with an optional dependency on it")
    func optional() async throws {
        try await withTemporaryFolder { folder in
            let behaviour = Behaviour()
            let recorder = behaviour.recorder
            let settings = ["plugins.picky.enabled=true", "plugins.lone.enabled=true"]
            try await withHost(settings, in: folder, behaviour: behaviour) { fixture async throws in
                #expect(try await fixture.set("base", to: true, isDryRun: true) == ["base disabled", "picky running"])
                #expect(try await fixture.set("base", to: true) == ["base running", "picky running"])
                #expect(recorder.events.filter { $0.hasPrefix("picky") }.last == "picky started with base")
                #expect(try await fixture.set("base", to: false) == ["base disabled", "picky running"])
                #expect(recorder.events.filter { $0.hasPrefix("picky") }.last == "picky started alone")
                _ = try await fixture.set("base", to: true)
                _ = try await fixture.host.control(.restart, "base", isDryRun: false)
                #expect(recorder.events.filter { $0.hasPrefix("picky") }.last == "picky started with base")
                #expect(recorder.events.filter { $0 == "lone started" }.count == 1)
            }
        }
    }

    @Test("disabling a failed plugin starts a plugin with an optional dependency on it, which has waited")
    func optionalWaiting() async throws {
        try await withTemporaryFolder { folder in
            var behaviour = Behaviour()
            behaviour.startBase = { throw PluginFailure(.configuration, "the base is out") }
            let settings = ["plugins.lone.enabled=true", "plugins.picky.enabled=true", "plugins.picky.required=false"]
            try await withHost(settings, in: folder, behaviour: behaviour) { fixture async throws in
                #expect(try await fixture.set("base", to: true) == ["base failed", "picky waiting"])
                #expect(try await fixture.set("base", to: false, isDryRun: true) == ["base failed", "picky waiting"])
                #expect(try await fixture.set("base", to: false) == ["base disabled", "picky running"])
                await fixture.host.checkHealth()
                #expect(fixture.running == ["lone", "picky"])
            }
        }
    }

    @Test("the daemon continues when a required plugin is enabled and cannot start")
    func failure() async throws {
        try await withTemporaryFolder { folder in
            var behaviour = Behaviour()
            behaviour.startBase = { throw PluginFailure(.unavailable, "the base is out") }
            let settings = ["plugins.lone.enabled=true"]
            try await withHost(settings, in: folder, behaviour: behaviour) { fixture async throws in
                #expect(try await fixture.set("base", to: true) == ["base waiting"])
                #expect(fixture.host.requiredFailure == nil)
                #expect(fixture.running == ["lone"])
                #expect(try await fixture.set("base", to: false) == ["base disabled"])
            }
        }
    }

    @Test(
        "a command that cannot be saved changes nothing, at whichever step",
        arguments: [
            ("write", "1*error(ENOSPC)"), ("sync", "1*error(ENOSPC)"), ("replace", "1*error(ENOSPC)"),
            // The second synchronization is that of the folder, when the file is already replaced.
            ("sync", "1*off->1*error(ENOSPC)"),
        ])
    func fault(step: String, terms: String) async throws {
        try await withTemporaryFolder { folder in
            let settings = ["plugins.lone.enabled=true", "plugins.base.enabled=true"]
            let path = folder.appending("overrides.json")
            func saved() throws -> [String] { try OverridesFile(in: folder).read().plugins.keys.sorted() }
            try await withHost(settings, in: folder) { fixture async throws in
                let notSaved = HostError.changeNotSaved(message: "cannot write \(path): No space left on device")
                func injectFault() throws {
                    try fixture.host.failpoints.inject(
                        FailpointTerms(parsing: terms), at: "trellisd.overrides.\(step)")
                }
                try injectFault()
                await #expect(throws: notSaved) { _ = try await fixture.set("lone", to: false) }
                #expect(try saved() == [])
                _ = try await fixture.set("lone", to: false)
                try injectFault()
                await #expect(throws: notSaved) { _ = try await fixture.set("base", to: false) }
                #expect(fixture.running == ["base"])
                #expect(fixture.host.configuration.overrides.plugins.keys.sorted() == ["lone"])
            }
            #expect(try saved() == ["lone"])
            #expect(!FileManager.default.fileExists(atPath: path.string + ".new"))
            try await withHost(settings, in: folder) { #expect($0.running == ["base"]) }
        }
    }

    @Test("a plugin remains unchanged when the command cannot be saved")
    func unsaved() async throws {
        try await withTemporaryFolder { folder in
            try await withHost(["plugins.lone.enabled=true"], in: folder, saving: false) { fixture async throws in
                let path = folder.appending("missing/overrides.json")
                await #expect(
                    throws: HostError.changeNotSaved(message: "cannot write \(path): No such file or directory")
                ) { _ = try await fixture.set("lone", to: false) }
                #expect(fixture.running == ["lone"])
            }
        }
    }

    @Test(
        "a damaged overrides file is rejected with the problem in plain words",
        arguments: [
            ("", "not valid JSON"), ("{", "not valid JSON"), ("[]", "expected an object"), ("{}", "plugins: missing"),
            (#"{"plugins": {"lone": 1}}"#, "plugins.lone: expected an object"),
            (#"{"plugins": {"lone": {"enabled": "no"}}}"#, "plugins.lone.enabled: expected a Boolean"),
        ])
    func damage(text: String, problem: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("overrides.json")
            try Data(text.utf8).write(to: URL(filePath: path.string))
            let failure = #expect(throws: HostFailure.self) { _ = try OverridesFile(in: folder).read() }
            #expect(failure?.exitStatus == .configuration)
            #expect(failure?.message == "\(path) is damaged: \(problem)")
        }
    }
}

import Foundation
import Testing
import TrellisTesting

@Suite("Conformance of the declarations of a plugin", .timeLimit(.minutes(10)))
struct ConformanceDeclarationTests {
    /// Runs a check on a plugin with the configuration keys of a type.
    private func found<Keys: PluginConfiguration>(_ type: Keys.Type) async throws -> [String] {
        try await violations(of: PluginConformance(KeyedPlugin<Keys>.self), .configuration).map {
            "\($0.location): \($0.problem)"
        }
    }

    @Test("rejects a key without a description")
    func summary() async throws {
        struct Keys: PluginConfiguration {
            init(from settings: Settings) { _ = settings.boolean("fast", default: false, "") }
        }
        #expect(
            try await found(Keys.self) == [
                "plugins.keyed.fast: the description is '', which is not a sentence with a full stop"
            ])
    }

    @Test("rejects a default outside the range")
    func range() async throws {
        struct Keys: PluginConfiguration {
            init(from settings: Settings) { _ = settings.integer("speed", default: 9, in: 1...5, "The speed.") }
        }
        #expect(
            try await found(Keys.self) == [
                "plugins.keyed.speed: the default is invalid: 9 is out of range: expected an integer from 1 to 5"
            ])
    }

    @Test("rejects a default that the initializer rejects")
    func rejected() async throws {
        struct Keys: PluginConfiguration {
            init(from settings: Settings) {
                if settings.string("host", default: "", "The host.").isEmpty {
                    settings.reject("host", "the host is empty")
                }
            }
        }
        #expect(try await found(Keys.self) == ["plugins.keyed.host: the default is rejected: the host is empty"])
    }

    @Test("rejects a key that is read only for some values of another one")
    func conditional() async throws {
        struct Keys: PluginConfiguration {
            init(from settings: Settings) {
                if settings.boolean("fast", default: false, "Whether it is fast.") {
                    _ = settings.integer("speed", default: 1, in: 1...5, "The speed.")
                }
            }
        }
        #expect(
            try await found(Keys.self) == [
                "plugins.keyed.speed: the key is read only for some values of fast, such as true"
            ])
    }

    @Test("rejects a key that is read twice")
    func twice() async throws {
        struct Keys: PluginConfiguration {
            init(from settings: Settings) {
                for _ in 1...2 { _ = settings.boolean("fast", default: false, "Whether it is fast.") }
            }
        }
        #expect(try await found(Keys.self) == ["plugins.keyed.fast: the key is read twice"])
    }

    @Test("rejects a configuration that differs when the defaults are written out")
    func written() async throws {
        struct Keys: PluginConfiguration {
            let created = UUID()
            init(from settings: Settings) { _ = settings.boolean("fast", default: false, "Whether it is fast.") }
        }
        #expect(
            try await found(Keys.self) == [
                "plugins.keyed: the configuration with all defaults written out differs from the empty one"
            ])
    }

    private struct Speed: PluginConfiguration {
        init(from settings: Settings) {
            _ = settings.integer("speed", default: 1_000, in: 1...5_000, "The speed.")
            _ = settings.boolean("fast", default: false, "Whether it is fast.")
        }
    }

    /// Runs the check of the README on a text.
    private func found(in readme: String) async throws -> [String] {
        try await withTemporaryFolder { folder in
            let path = folder.appending("README.md")
            try readme.write(toFile: path.string, atomically: true, encoding: .utf8)
            return try await violations(
                of: PluginConformance(
                    KeyedPlugin<Speed>.self, readme: path, adjusting: { $0.serve { PlainInterface() } }), .readme
            ).map { "\($0.location): \($0.problem)" }
        }
    }

    @Test("accepts a README that agrees with the code")
    func readme() async throws {
        let found = try await found(
            in: """
                | key | default | meaning |
                |---|---|---|
                | `speed` | 1,000 | the speed |
                | `fast` | `false` | whether it is fast |

                | command | role |
                |---|:-:|
                | `Run` | read |

                | error | cause |
                |---|---|
                | `Broken` | it is broken |
                """)
        #expect(found == [])
    }

    @Test("rejects a README that disagrees with the code")
    func contradictions() async throws {
        let found = try await found(
            in: """
                | key | default | meaning |
                |---|---|---|
                | `speed` | 100 | the speed |
                | `slow` | `true` | whether it is slow |

                | command | role |
                |---|---|
                | `Run` | operate |
                | `Walk` | read |

                | error | cause |
                |---|---|
                | `Tired` | it is tired |
                """)
        #expect(
            found == [
                "README.md, the key tables: the configuration key `fast` is not in a table with the first column 'key'",
                "README.md, the key tables: the plugin has no configuration key `slow`",
                "README.md, the row `speed`: the table of keys has the default '100', and the code has '1000'",
                "README.md, the command tables: the plugin has no method `Walk`",
                "README.md, the row `Run`: the table of commands has the role 'operate', and the contract has 'read'",
                "README.md, the error tables: the error `Broken` is not in a table with the first column 'error'",
                "README.md, the error tables: the plugin has no error `Tired`",
            ])
    }

    @Test("rejects a missing README")
    func missing() async throws {
        let found = try await violations(
            of: PluginConformance(PlainPlugin.self, readme: "/nonexistent/README.md"), .readme)
        #expect(found.first?.problem.hasPrefix("the README cannot be read: ") == true)
    }

    @Test("rejects a contract outside the portable subset, and a method without a role")
    func contract() async throws {
        let found = try await violations(
            of: PluginConformance(PlainPlugin.self, adjusting: { $0.serve { OddInterface() } }), .contracts)
        #expect(
            found.map { "\($0.location): \($0.problem)" } == [
                "org.example.odd, method Run, parameter value: only systemd 260 and later support 'any'; use 'object' or a "
                    + "declared type",
                "org.example.odd: the contract has other methods than its description",
                "org.example.odd.Run: the method declares no role",
            ])
    }

    @Test("rejects an interface that answers malformed parameters with other errors")
    func parameters() async throws {
        let found = try await violations(
            of: PluginConformance(PlainPlugin.self, adjusting: { $0.serve { CarelessInterface() } }), .parameters)
        let invalid = "org.varlink.service.InvalidParameter"
        #expect(
            found.map { "\($0.location): \($0.problem)" } == [
                #"org.example.careless.Add: title: 1 is answered with io.trellis.Host.Failure; expected \#(invalid)"#,
                #"org.example.careless.Add: a call without title is answered with io.trellis.Host.Failure; expected \#(invalid)"#,
                #"org.example.careless.Add: tags: "a" is answered with a reply; expected \#(invalid)"#,
                "org.example.careless.Add: tags: [1] is answered with a reply; expected \(invalid)",
                "org.example.careless.Add: the unknown parameter 'conformance' is answered with a reply; expected \(invalid)",
            ])
    }
}

/// A plugin with the configuration keys of a type.
private struct KeyedPlugin<Keys: PluginConfiguration>: Plugin {
    static var manifest: PluginManifest { PluginManifest(name: "keyed", version: "1.0.0", summary: "Has keys.") }

    static func assemble(_ blueprint: inout Blueprint, configuration: Keys) {}
}

/// An interface with a contract that breaks rules.
private struct OddInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.odd", description: "interface org.example.odd\n\nmethod Run(value: any) -> ()\n",
        methods: [.init(name: "Walk", streaming: .never)])

    func handle(_ call: ServerCall) async throws { try call.reply([:] as JSONObject) }
}

/// An interface that reads its parameters without checks.
private struct CarelessInterface: VarlinkInterface {
    private struct NoTitle: Error {}

    static let contract = VarlinkContract(
        name: "org.example.careless",
        description: """
            interface org.example.careless

            # [Requires role 'read']
            method Add(title: string, tags: ?[]string) -> ()

            """,
        methods: [.init(name: "Add", streaming: .never)])

    func handle(_ call: ServerCall) async throws {
        let parameters = try call.parameters(as: JSONObject.self)
        guard case .string = parameters["title"] else { throw NoTitle() }
        try call.reply([:] as JSONObject)
    }
}

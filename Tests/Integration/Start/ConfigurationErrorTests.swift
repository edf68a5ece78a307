import Foundation
import Testing

/// The messages and exit statuses for an invalid configuration.
@Suite("Configuration errors", .runsPrograms, .timeLimit(.minutes(10)))
struct ConfigurationErrorTests {
    /// A configuration file, and the expected lines of the message after `trellisd: FOLDER/trellis.yaml:`.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var complaints: [String]
    }

    static let noAnchors =
        "anchors (&name) and aliases (*name) are not supported: repeat the value, or quote the text"

    static let nestedAliases =
        "a0: &a0 x\n"
        + (1..<40).map { "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ", "))]\n" }
        .joined()

    static let mistakes = [
        Mistake(
            testDescription: "no YAML", text: "plugins:\n  items: [\n",
            complaints: ["3:1: invalid YAML: did not find expected node content (while parsing a flow node)"]),
        Mistake(
            testDescription: "a tab", text: "plugins:\n\titems:\n",
            complaints: ["2:1: invalid YAML: the line is indented with a tab; use spaces"]),
        Mistake(
            testDescription: "a key twice", text: "plugins:\nlog: { level: info }\nlog: { level: debug }\n",
            complaints: ["3:1: duplicate key: 'log', which line 2 has already: join the two sections"]),
        Mistake(
            testDescription: "an anchor", text: "log: &a { level: info }\nplugins: { items: { } }\n",
            complaints: ["1:6: \(noAnchors)"]),
        Mistake(
            // Each line multiplies the number of values by ten, up to 10^40.
            testDescription: "nested aliases", text: nestedAliases, complaints: ["1:5: \(noAnchors)"]),
        Mistake(
            testDescription: "nested aliases in a key", text: nestedAliases + "? *a39\n: 1\n",
            complaints: ["1:5: \(noAnchors)"]),
        Mistake(
            testDescription: "an unknown plugin", text: "plugins:\n  itms:\n",
            complaints: [
                "2:3: plugins.itms: unknown key, "
                    + "because the daemon has no plugin of this name (did you mean 'items'?)"
            ]),
        Mistake(
            testDescription: "an unknown key", text: "plugins:\n  items:\n    stor: memory\n",
            complaints: [
                "3:5: plugins.items.stor: unknown key, "
                    + "which the plugin items does not read (did you mean 'store'?)"
            ]),
        Mistake(
            testDescription: "a key that is like no other", text: "weather: fine\n",
            complaints: [
                "1:1: weather: unknown key, "
                    + "which the daemon does not read; valid keys are: audit, cluster, control, log, plugins, root"
            ]),
        Mistake(
            testDescription: "a wrong type", text: "plugins:\n  items:\n    timeoutStop: soon\n",
            complaints: [
                "3:18: plugins.items.timeoutStop: invalid value 'soon': expected a duration from 1ms to 1d, "
                    + "such as 500ms, 10s, 1min 30s or 7d"
            ]),
        Mistake(
            testDescription: "a section for a value", text: "plugins:\n  items:\n    store: { kind: memory }\n",
            complaints: ["3:5: plugins.items.store: expected one of sqlite, etcd, memory, sample, got a section"]),
        Mistake(
            testDescription: "a list for a section", text: "plugins: [items]\n",
            complaints: ["1:10: plugins: expected a section with keys, got a list"]),
        Mistake(
            testDescription: "out of range", text: "control:\n  messageSize: 17M\n",
            complaints: ["2:16: control.messageSize: 17M is out of range: expected a size from 4K to 16M"]),
        Mistake(
            testDescription: "one of some words", text: "plugins:\n  items:\n    store: memry\n",
            complaints: [
                "3:12: plugins.items.store: invalid value 'memry': expected one of sqlite, etcd, memory, sample (did you mean 'memory'?)"
            ]),
    ]

    @Test("the daemon reports configuration errors with their location", arguments: mistakes)
    func locations(_ mistake: Mistake) async throws {
        try await Workplace.with(configuration: mistake.text) { workplace in
            let result = try await workplace.trellisd()
            let lines = mistake.complaints.map { "trellisd: \(workplace.path("trellis.yaml")):\($0)\n" }
            #expect(result == CommandResult(status: 78, output: "", error: lines.joined()))
            // No directory, lock or socket was created.
            #expect(try workplace.names() == ["trellis.yaml"])
        }
    }

    @Test("the daemon rejects a missing configuration file")
    func missingFile() async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.trellisd("--config", workplace.path("none.yaml"))
            let sentence = "cannot read the configuration file \(workplace.path("none.yaml")): no such file"
            #expect(result == CommandResult(status: 66, output: "", error: "trellisd: \(sentence)\n"))
        }
    }

    @Test("a password in a setting of the command line is in no message")
    func passwordOnTheCommandLine() async throws {
        try await Workplace.with { workplace in
            let setting = "plugins.issues.baseURL=http://user:hunter2@127.0.0.1:1/api"
            let result = try await workplace.trellisd("--check", "--set", setting)
            #expect(result.status == 78)
            #expect(result.error.hasPrefix("trellisd: --set plugins.issues.baseURL: "))
            #expect(result.error.contains("http://(redacted)@127.0.0.1"))
            #expect(!result.error.contains("hunter2"))
        }
    }

    @Test(
        "control characters of the configuration, of arguments and of paths are escaped",
        arguments: [
            (#"plugins: { "\e]0;x\a\e[31m": {} }"#, ["--check"]),
            (#"plugins: { items: { store: "\e]0;x\a\x9b31m\u202e" } }"#, ["--check"]),
            (#"plugins: { items: { store: "a\ntrellisd: b" } }"#, ["--check"]),
            ("plugins:", ["--check", "--set", "plugins.items.store=\u{1B}]0;x\u{7}"]),
            ("plugins:", ["--\u{1B}]0;x\u{7}"]), ("plugins:", ["--restore", "/nonexistent/\u{1B}]0;x\u{7}"]),
        ])
    func controlCharacters(configuration: String, arguments: [String]) async throws {
        try await Workplace.with(configuration: configuration) { workplace in
            let result = try await workplace.trellisd(arguments)
            #expect(result.status != 0)
            #expect(result.error.contains("\\e") || result.error.contains("\\n"), "\(result.error)")
            let controls = result.error.unicodeScalars.filter {
                $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
            }
            #expect(controls.isEmpty)
            #expect(!result.error.contains("\ntrellisd: b"))
        }
    }

    @Test("--check reports all configuration errors and starts nothing")
    func checkReportsAll() async throws {
        let text = "log:\n  level: loud\nplugins:\n  items:\n    history: 0s\n    timeoutStart: now\n"
        try await Workplace.with(configuration: text) { workplace in
            try workplace.write("control:\n  connections: many\n", to: "trellis.d/10-more.yaml")
            let result = try await workplace.trellisd(
                "--check", "--set", "plugins.items.stor=memory", "--set", "nonsense",
                variables: ["TRELLIS_CONFIG_LOG_LEVL": "info"])
            let main = workplace.path("trellis.yaml")
            let expected = [
                "--set nonsense: expected KEY=VALUE, for example --set log.level=debug",
                "$TRELLIS_CONFIG_LOG_LEVL: unknown variable (did you mean 'TRELLIS_CONFIG_LOG_LEVEL'?)",
                "\(main):2:10: log.level: invalid value 'loud': expected one of trace, debug, info, notice, warning, "
                    + "error, critical",
                "\(main):5:14: plugins.items.history: 0 is out of range: expected a duration from 1s to 3650d",
                "\(main):6:19: plugins.items.timeoutStart: invalid value 'now': expected a duration from 1ms to 1d, "
                    + "such as 500ms, 10s, 1min 30s or 7d",
                "\(workplace.path("trellis.d/10-more.yaml")):2:16: control.connections: invalid value 'many': expected an integer from 1 to 65536",
                "--set plugins.items.stor: plugins.items.stor: unknown key, "
                    + "which the plugin items does not read (did you mean 'store'?)",
            ]
            #expect(result.error == expected.map { "trellisd: \($0)\n" }.joined())
            #expect(result.status == 78)
            #expect(result.output == "")
            #expect(try workplace.names() == ["trellis.yaml", "trellis.d"])
        }
    }

    @Test("the daemon accepts ampersands and asterisks in strings")
    func ampersandsAndAsterisksInStrings() async throws {
        let configuration = "# &a\ncontrol: { roles: { read: ['*'] } }\nplugins: { items: { } } # *a & &b\n"
        try await Workplace.with(configuration: configuration) { workplace in
            let result = try await workplace.trellisd("--check", "--set", "control.socket=/tmp/&a *b")
            #expect(result.status == 0, "\(result.error)")
        }
    }

    @Test("--check confirms a valid configuration and starts nothing")
    func checkConfirmsValidConfiguration() async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.trellisd("--check")
            let sentence = "\(workplace.path("trellis.yaml")) is valid; enabled plugins: items\n"
            #expect(result == CommandResult(status: 0, output: sentence, error: ""))
            #expect(try workplace.names() == ["trellis.yaml"])
        }
    }

    @Test("an unknown option is a usage error")
    func anUnknownOptionIsAUsageError() async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.trellisd("--confg", "x")
            #expect(result.status == 64)
            #expect(result.error.hasPrefix("trellisd: unknown option --confg.\nDid you mean '--config'?\n"))
        }
    }
}

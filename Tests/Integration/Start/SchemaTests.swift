import Foundation
import Testing
import Varlink

/// The JSON Schema of the configuration, evaluated by an independent validator.
@Suite(
    "The schema of the configuration", .runsPrograms,
    .enabled(if: SchemaValidator.isInstalled, "python3-jsonschema or python3-yaml is not installed"),
    .timeLimit(.minutes(10))
) struct SchemaTests {
    /// Returns the verdict of the schema on each file of a folder.
    private func verdicts(_ names: [String], in workplace: Workplace) async throws -> [String] {
        let schema = try await Workplace.run(Programs.path(of: "trellisd"), ["--schema"])
        #expect(schema.status == 0 && schema.error == "")
        try workplace.write(schema.output, to: "schema.json")
        let result = try await Workplace.run(
            "/usr/bin/python3",
            ["-c", SchemaValidator.script, workplace.path("schema.json")] + names.map(workplace.path))
        #expect(result.status == 0, "\(result.error)")
        return result.output.split(separator: "\n").map(String.init)
    }

    static let valid = [
        "", "plugins:\n  items:\n", "log: { level: debug }", "plugins: { items: { enabled: yes, required: 'off' } }",
        "plugins: { items: { history: 604800 } }", "plugins: { items: { history: 1d 2h } }",
        "plugins: { items: { history: 1.5h } }", "control: { timeoutStop: 0.25 }", "control: { timeoutIdle: 0 }",
        "control: { messageSize: 8192 }", "control: { messageSize: 8K }", "control: { connections: '100' }",
        "control: { roles: { read: ['*'], operate: [] } }", "plugins: { issues: { clientId: 12345 } }",
        "plugins: { issues: { clientId: } }", "control:\nlog:\n",
    ]

    static let invalid = [
        "plugin: {}", "log: { levl: debug }", "plugins: { itmes: { } }", "plugins: { items: { stor: memory } }",
        "log: { level: loud }", "log: debug", "[]", "plugins: [items]", "control: { connections: many }",
        "control: { connections: 0 }", "control: { connections: [1] }", "control: { roles: { read: '*' } }",
        "control: { roles: { read: [[root]] } }", "control: { timeoutStop: { a: 1 } }",
        "control: { messageSize: 16Q }", "control: { messageSize: 1.5 }", "control: { messageSize: 1024 }",
        "plugins: { items: { history: soon } }", "plugins: { items: { history: 5 parsecs } }",
        "plugins: { items: { history: -1 } }", "plugins: { items: { enabled: maybe } }",
        "plugins: { items: { enabled: 2 } }", "plugins: { items: { store: [memory] } }",
    ]

    @Test("accepts and rejects the same configurations as the daemon")
    func agreement() async throws {
        try await Workplace.with { workplace in
            let texts = Self.valid + Self.invalid
            let names = texts.indices.map { "\($0).yaml" }
            for (name, text) in zip(names, texts) { try workplace.write(text, to: name) }
            let checked = try await workplace.shell(
                "cd \"$FOLDER\" && \"$TRELLISD\" --check \(names.joined(separator: " "))")
            #expect(checked.status == 78)
            let verdicts = try await verdicts(names, in: workplace)
            try #require(verdicts.count == texts.count)
            let valid = checked.output.split(separator: "\n").compactMap {
                $0.split(separator: ";").first.map(String.init)
            }
            for (index, name) in names.enumerated() {
                let isValid = index < Self.valid.count
                #expect((verdicts[index] == "valid") == isValid, "\(texts[index]): \(verdicts[index])")
                #expect(valid.contains("\(name) is valid") == isValid, "\(texts[index])")
                #expect(checked.error.contains("trellisd: \(name) is invalid:\n") == !isValid, "\(texts[index])")
            }
        }
    }

    @Test("accepts the shipped configuration and every example of the documentation")
    func examples() async throws {
        try await Workplace.with { workplace in
            var names: [String] = []
            for file in [
                "etc/trellis/trellis.yaml", "man/trellis.yaml.5.in", "Plugins/Issues/README.md",
                "Plugins/Movies/README.md",
            ] {
                let text = try String(contentsOf: Programs.checkout.appending(path: file), encoding: .utf8)
                let name = "\(names.count).yaml"
                try workplace.write(file.hasSuffix(".yaml") ? text : Self.example(in: text), to: name)
                names.append(name)
            }
            #expect(try await verdicts(names, in: workplace) == names.map { _ in "valid" })
        }
    }

    /// Returns the example of a configuration in a page: the lines from the first section to an empty line or a macro.
    private static func example(in page: String) throws -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let sections = ["log:", "plugins:"]
        let start = try #require(
            lines.firstIndex { line in sections.contains { line == $0 || line == "    \($0)" } })
        return lines[start...].prefix { !$0.isEmpty && !$0.hasPrefix(".") }.joined(separator: "\n")
    }

    @Test("trellisctl config schema prints the same schema as trellisd --schema")
    func daemon() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.withDaemon { _ in
                let schema = try await Workplace.run(Programs.path(of: "trellisd"), ["--schema"])
                #expect(try await workplace.trellisctl("config", "schema") == schema)
            }
        }
    }
}

/// A validator of JSON Schema in Python.
private enum SchemaValidator {
    /// Whether Debian's packages python3-jsonschema and python3-yaml are installed.
    static let isInstalled = ["jsonschema", "yaml"].allSatisfy {
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/\($0)/__init__.py")
    }

    /// A program that prints a line with the verdict for each YAML file, and that rejects invalid default values.
    static let script = """
        import json, sys, jsonschema, yaml
        with open(sys.argv[1]) as file: schema = json.load(file)
        Validator = jsonschema.Draft202012Validator
        Validator.check_schema(schema)
        def check_defaults(section):
            for key, value in section['properties'].items():
                if 'default' in value: Validator(value).validate(value['default'])
                if 'properties' in value: check_defaults(value)
        check_defaults(schema)
        for path in sys.argv[2:]:
            with open(path) as file: errors = list(Validator(schema).iter_errors(yaml.safe_load(file)))
            print('invalid: ' + errors[0].message.replace('\\n', ' ') if errors else 'valid')
        """
}

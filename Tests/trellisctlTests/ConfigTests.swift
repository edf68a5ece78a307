import Glibc
import HostInterface
import Testing
import Varlink

@Suite("trellisctl config", .timeLimit(.minutes(2)))
struct ConfigTests {
    private static let note =
        "trellisctl: /etc/t\\e.yaml has changed since the daemon read it; 'trellisctl reload' applies the change\n"

    @Test(
        "shows the keys that are set, all keys, a section, or a key with its default value",
        arguments: [
            (
                [],
                """
                KEY                   VALUE      SOURCE
                log.level             debug      --log-level debug
                plugins.sample.names  [Ada, Bo]  /etc/t\\e.yaml:7:12
                plugins.sample.token  ***        $TOKEN

                """
            ),
            (
                ["--all"],
                """
                KEY                   VALUE      SOURCE
                log.level             debug      --log-level debug
                plugins.sample.size   4K         default
                plugins.sample.names  [Ada, Bo]  /etc/t\\e.yaml:7:12
                plugins.sample.token  ***        $TOKEN
                plugins.samples       -          default

                """
            ),
            (
                ["plugins.sample", "--all"],
                """
                KEY                   VALUE      SOURCE
                plugins.sample.size   4K         default
                plugins.sample.names  [Ada, Bo]  /etc/t\\e.yaml:7:12
                plugins.sample.token  ***        $TOKEN

                """
            ),
            (
                ["log", "plugins.sample.size"],
                """
                KEY                  VALUE  SOURCE
                log.level            debug  --log-level debug
                plugins.sample.size  4K     default

                """
            ),
        ])
    func show(words: [String], table: String) async throws {
        try await withSampleDaemon { daemon in
            let shown = try await Program.run(["config", "show"] + words, variables: daemon.variables)
            #expect(shown == .init(status: EX_OK, output: table, error: Self.note))
        }
    }

    @Test("shows values that take effect when the daemon restarts beside those in use")
    func pending() async throws {
        let settings: [HostContract.Setting] = [
            .init(
                key: "cluster.name", type: .string, source: .default, description: "The name.",
                pending: .init(value: "north", source: .file, location: "/etc/t.yaml:1:9")),
            .init(key: "control.connections", type: .integer, value: "9", source: .file, description: "The limit."),
            .init(
                key: "control.backlog", type: .integer, value: "4", source: .environment, location: "$BACKLOG",
                description: "The queue.", pending: .init(value: "128", source: .default)),
        ]
        try await withSampleDaemon { daemon in
            daemon.state.configure(settings)
            let shown = try await Program.run(["config", "show"], variables: daemon.variables)
            #expect(
                shown.output == """
                    KEY                  VALUE  SOURCE    AFTER A RESTART
                    cluster.name         -      default   north (/etc/t.yaml:1:9)
                    control.connections  9      file      -
                    control.backlog      4      $BACKLOG  128 (default)

                    """)
        }
    }

    @Test("prints the reply as JSON with the selected settings")
    func json() async throws {
        try await withSampleDaemon { daemon in
            let shown = try await Program.run(["config", "show", "log.level", "--json"], variables: daemon.variables)
            #expect(shown.error == "")
            let reply = try JSONValue(parsing: shown.output)
            #expect(reply["settings"]?.arrayValue?.count == 1)
            #expect(reply["settings"]?[0]?["value"] == "debug")
            #expect(reply["changedFiles"] == ["/etc/t\u{1B}.yaml"])
        }
    }

    @Test("prints the schema over several lines, or as one JSON object")
    func schema() async throws {
        try await withSampleDaemon { daemon in
            let printed = try await Program.run(["config", "schema"], variables: daemon.variables)
            #expect(printed.output == "{\n  \"type\": \"object\",\n  \"properties\": {}\n}\n")
            let json = try await Program.run(["config", "schema", "--json"], variables: daemon.variables)
            #expect(json.output == "{\"type\":\"object\",\"properties\":{}}\n")
        }
    }

    @Test("rejects an unknown key, and suggests a known one")
    func unknown() async throws {
        try await withSampleDaemon { daemon in
            let shown = try await Program.run(["config", "show", "log.levl"], variables: daemon.variables)
            #expect(shown.status == EX_USAGE)
            #expect(
                shown.error
                    == "trellisctl: invalid value for key: expected a key or a section of the configuration, got 'log.levl'.\n"
                    + "Did you mean 'log.level'?\n")
        }
    }
}

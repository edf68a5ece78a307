import Foundation
import Testing

/// `trellisd --check` and the start reject the same configurations.
@Suite("trellisd --check", .runsPrograms, .timeLimit(.minutes(10)))
struct CheckTests {
    /// Runs the check, then the start, and expects the same exit status and message from both.
    private func expectRejection(
        _ configuration: String, status: Int32, variables: [String: String] = [:],
        _ message: (Workplace) -> String
    ) async throws {
        try await Workplace.with(configuration: configuration) { workplace in
            for arguments in [["--check"], []] {
                let result = try await workplace.trellisd(arguments, variables: variables)
                #expect(result.status == status, "\(arguments)")
                #expect(result.error.contains("trellisd: \(message(workplace))"), "\(arguments): \(result.error)")
                #expect(result.output == "")
                #expect(try workplace.names() == ["trellis.yaml"])
            }
        }
    }

    @Test("rejects TMDB without its credential")
    func rejectsTMDBWithoutItsCredential() async throws {
        try await expectRejection("plugins:\n  movies:\n    source: tmdb\n", status: 78) { _ in
            "the plugin movies cannot start: the credential 'movies.tmdb' with TMDB's key is missing."
        }
    }

    @Test("rejects a missing trellis.yaml whose drop-ins exist")
    func missingMainFile() async throws {
        try await Workplace.with { workplace in
            try workplace.write("plugins: { items: null }\n", to: "etc/trellis.d/50-site.yaml")
            let result = try await Workplace.run(
                Programs.path(of: "trellisd"), ["--check"],
                variables: ["CONFIGURATION_DIRECTORY": workplace.path("etc")])
            #expect(result.status == 66)
            let (main, dropIn) = (workplace.path("etc/trellis.yaml"), workplace.path("etc/trellis.d/50-site.yaml"))
            #expect(
                result.error
                    == """
                    trellisd: cannot read the configuration file \(main): no such file, although the drop-in \(dropIn) exists; \
                    'touch \(main)' creates an empty one

                    """)
        }
    }

    @Test("accepts TMDB with its credential")
    func acceptsTMDBWithItsCredential() async throws {
        try await Workplace.with(configuration: "plugins:\n  movies:\n    source: tmdb\n") { workplace in
            try workplace.write(String(repeating: "0", count: 32), to: "credentials/movies.tmdb")
            let result = try await workplace.trellisd(
                "--check", variables: ["CREDENTIALS_DIRECTORY": workplace.path("credentials")])
            let sentence = "\(workplace.path("trellis.yaml")) is valid; enabled plugins: movies\n"
            #expect(result == CommandResult(status: 0, output: sentence, error: ""))
        }
    }

    @Test("reports a plugin that is not required and cannot start")
    func reportsAPluginThatIsNotRequiredAndCannotStart() async throws {
        let configuration = "plugins:\n  movies:\n    source: tmdb\n    required: false\n"
        try await Workplace.with(configuration: configuration) { workplace in
            let result = try await workplace.trellisd("--check")
            #expect(result.status == 0)
            #expect(result.output.contains("\nwarning: the plugin movies cannot start: the credential"))
            try await workplace.withDaemon { daemon in
                let list = try await workplace.trellisctl("plugin", "list")
                #expect(list.output.contains("failed"))
            }
        }
    }

    @Test("rejects a credential that is not a token")
    func rejectsACredentialThatIsNotAToken() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "credentials-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("two words\n".utf8).write(to: folder.appending(path: "issues.token"))
        try await expectRejection(
            "plugins:\n  issues:\n", status: 65, variables: ["CREDENTIALS_DIRECTORY": folder.path]
        ) { _ in "the plugin issues cannot start: the credential issues.token is not a GitHub token" }
    }

    @Test(
        "of root reports what the daemon's user cannot read, and the printed commands solve it",
        .needsRoot(to: "give a directory to another user"))
    func unreadable() async throws {
        try await Workplace.with { workplace in
            try workplace.write("log: { level: info }\n", to: "trellis.d/50-site.yaml")
            let prepared = try await workplace.shell(
                #"cd "$FOLDER" && mkdir -m 700 state && chown 65534 state && chmod 600 trellis.d/* && chmod 700 trellis.d"#
            )
            try #require(prepared.status == 0, Comment(rawValue: prepared.error))
            let user = try await workplace.shell("id --name --user 65534").output.trimmingCharacters(in: .newlines)
            func check(_ more: String...) async throws -> CommandResult {
                try await Workplace.run(
                    Programs.path(of: "trellisd"), ["--check"] + more,
                    variables: [
                        "CONFIGURATION_DIRECTORY": workplace.folder.path, "STATE_DIRECTORY": workplace.path("state"),
                    ])
            }
            let folder = workplace.path("trellis.d")
            for (subject, path, mode) in [
                ("drop-in directory", folder, "a+rx"),
                ("configuration file", folder + "/50-site.yaml", "a+r"),
            ] {
                let refused = try await check()
                let command = "chmod \(mode) \(path)"
                #expect(
                    refused.error
                        == "trellisd: cannot read the \(subject) \(path): permission denied for the user '\(user)'; run '\(command)'\n"
                )
                #expect(refused.status == 66)
                // A file that is not that of the daemon is read as root.
                #expect(try await check(workplace.path("trellis.yaml")).status == 0)
                #expect(try await workplace.shell(command).status == 0)
            }
            let accepted = try await check()
            #expect(accepted.status == 0, "\(accepted.error)")
        }
    }

    @Test("checks several files, each as a separate configuration, and reports every problem")
    func files() async throws {
        try await Workplace.with { workplace in
            try workplace.write("plugins: { movies: }\n", to: "good.yaml")
            try workplace.write("log: { level: loud }\n", to: "bad.yaml")
            try workplace.write("log: { level: info }\n", to: "other.yaml")
            try workplace.write("control: { conections: 1 }\n", to: "other.d/a.yaml")
            let result = try await workplace.shell(
                "cd \"$FOLDER\" && \"$TRELLISD\" --check good.yaml bad.yaml other.yaml trellis.yaml missing.yaml")
            #expect(result.status == 78)
            #expect(
                result.output
                    == "good.yaml is valid; enabled plugins: movies\ntrellis.yaml is valid; enabled plugins: items\n")
            #expect(
                result.error == """
                    trellisd: bad.yaml is invalid:
                    trellisd: bad.yaml:1:15: log.level: invalid value 'loud': expected one of trace, debug, info, notice, \
                    warning, error, critical
                    trellisd: other.yaml is invalid:
                    trellisd: other.d/a.yaml:1:12: control.conections: unknown key, which the daemon does not \
                    read (did you mean 'connections'?)
                    trellisd: cannot read the configuration file missing.yaml: no such file

                    """)
            let missing = try await workplace.shell("cd \"$FOLDER\" && \"$TRELLISD\" --check missing.yaml")
            #expect(missing.status == 66)
        }
    }

    @Test(
        "rejects a file without --check, and options that exclude each other",
        arguments: [
            ("x.yaml", "unexpected argument 'x.yaml'"),
            ("--check --config a.yaml b.yaml", "--config and the arguments of --check exclude each other"),
            ("--check --schema", "--check and --schema exclude each other"),
            ("--demo --state-directory x", "--demo and --state-directory exclude each other"),
        ])
    func usage(words: String, message: String) async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.shell("\"$TRELLISD\" \(words)")
            #expect(result.status == 64)
            #expect(result.error.hasPrefix("trellisd: \(message)"))
        }
    }

    @Test("rejects a role of an unknown account", arguments: [("no-such-user", "user"), ("@no-such-group", "group")])
    func rejectsARoleOfAnUnknownAccount(name: String, noun: String) async throws {
        try await expectRejection("control:\n  roles:\n    read: [root, '\(name)']\n", status: 78) { workplace in
            "\(workplace.path("trellis.yaml")):3:18: control.roles.read: unknown \(noun) '\(name)': "
        }
    }

    @Test("rejects an address that two enabled plugins have")
    func rejectsASharedAddress() async throws {
        let plugins = """
            plugins:
              metrics: { listen: ["127.0.0.1:18999"] }
              dashboard: { listen: ["127.0.0.1:18999"] }

            """
        try await expectRejection(plugins, status: 78) { workplace in
            "\(workplace.path("trellis.yaml")):2:22: plugins.metrics.listen: plugins.dashboard.listen has 127.0.0.1:18999, too; "
        }
        // A disabled plugin does not listen.
        try await Workplace.with(configuration: plugins + "  items: { store: memory }\n") { workplace in
            let result = try await workplace.trellisd("--check", "--set", "plugins.dashboard.enabled=false")
            #expect(result.status == 0, "\(result.error)")
        }
    }

    @Test("rejects a control socket at whose path is another file")
    func rejectsAnotherFile() async throws {
        try await Workplace.with { workplace in
            let path = workplace.path("trellis.yaml")
            let result = try await workplace.shell(
                #""$TRELLISD" --check --config "\#(path)" --set control.socket="\#(path)""#)
            #expect(result.status == 73)
            #expect(result.error.contains("control.socket: \(path) exists and is not a socket"))
        }
    }

    @Test("accepts a pipe as the configuration")
    func acceptsAPipe() async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.shell("echo 'plugins: { items: }' | \"$TRELLISD\" --check /dev/stdin")
            #expect(
                result == CommandResult(status: 0, output: "/dev/stdin is valid; enabled plugins: items\n", error: ""))
        }
    }

    @Test("rejects an unknown role")
    func rejectsAnUnknownRole() async throws {
        try await expectRejection("control:\n  roles:\n    operat: [root]\n", status: 78) { workplace in
            "\(workplace.path("trellis.yaml")):3:5: control.roles.operat: unknown key, "
                + "which the daemon does not read (did you mean 'operate'?)"
        }
    }
}

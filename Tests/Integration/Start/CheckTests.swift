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
            "the plugin movies can't start: the credential 'movies.tmdb' with TMDB's key is missing."
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
            #expect(result.output.contains("\nwarning: the plugin movies can't start: the credential"))
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
        ) { _ in "the plugin issues can't start: the credential issues.token is not a GitHub token" }
    }

    @Test("rejects a role of an unknown account", arguments: [("no-such-user", "user"), ("@no-such-group", "group")])
    func rejectsARoleOfAnUnknownAccount(name: String, noun: String) async throws {
        try await expectRejection("control:\n  roles:\n    read: [root, '\(name)']\n", status: 78) { workplace in
            "\(workplace.path("trellis.yaml")):3:11: control.roles.read: unknown \(noun) '\(name)': "
        }
    }

    @Test("rejects an unknown role")
    func rejectsAnUnknownRole() async throws {
        try await expectRejection("control:\n  roles:\n    operat: [root]\n", status: 78) { workplace in
            "\(workplace.path("trellis.yaml")):3:5: control.roles.operat: unknown key (did you mean 'operate'?)"
        }
    }
}

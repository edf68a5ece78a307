import Foundation
import Subprocess
import Testing

/// The messages and exit statuses when a required resource is unavailable.
@Suite("Errors of the start", .runsPrograms, .timeLimit(.minutes(10)))
struct StartErrorTests {
    @Test("a socket path that is too long is a configuration error")
    func aSocketPathThatIsTooLongIsAConfigurationError() async throws {
        try await Workplace.with { workplace in
            let path = workplace.path(String(repeating: "x", count: 108 - workplace.folder.path.utf8.count))
            let result = try await workplace.trellisd("--socket", path)
            let sentence =
                "trellisd: --socket: control.socket: the path has 109 bytes, and that of a socket has at most 107: choose a "
                + "shorter one\n"
            #expect(result == CommandResult(status: 78, output: "", error: sentence))
        }
    }

    @Test(
        "an empty path is a usage error",
        arguments: ["--config", "--state-directory", "--cache-directory", "--runtime-directory", "--socket"])
    func anEmptyPathIsAUsageError(option: String) async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.trellisd(option, "")
            #expect(result.status == 64)
            #expect(result.error.contains("invalid value for \(option): expected a path, got ''."))
            #expect(try workplace.names() == ["trellis.yaml"])
        }
    }

    @Test("a socket of another daemon is not replaced")
    func aSocketOfAnotherDaemonIsNotReplaced() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { daemon in
                let result = try await workplace.trellisd(
                    "--state-directory", workplace.path("state2"), "--cache-directory", workplace.path("cache2"))
                #expect(result.status == 73)
                #expect(result.error.hasPrefix("trellisd: cannot listen on unix:\(workplace.socket): "))
                #expect(result.error.split(separator: "\n").count == 1)
                let status = try await workplace.trellisctl("status", "--json")
                #expect(status.status == 0)
                #expect(status.output.contains("\"pid\":\(daemon.processIdentifier),"))
            }
        }
    }

    @Test("a stale socket is replaced")
    func aStaleSocketIsReplaced() async throws {
        try await Workplace.with { workplace in
            let dead = try await workplace.withDaemon { $0.send(SIGKILL) }
            #expect(dead.status == 137)
            #expect(try workplace.names().contains("io.trellis"))
            try await workplace.withDaemon { _ in
                let status = try await workplace.trellisctl("status")
                #expect(status.status == 0)
            }
            #expect(try workplace.names().contains("io.trellis") == false)
        }
    }

    @Test("a file at the path of the socket is not replaced")
    func aFileAtThePathOfTheSocketIsNotReplaced() async throws {
        try await Workplace.with { workplace in
            try workplace.write("precious", to: "io.trellis")
            let result = try await workplace.trellisd()
            #expect(result.status == 73)
            #expect(result.error.hasPrefix("trellisd: cannot listen on unix:\(workplace.socket): "))
            #expect(try workplace.contents(of: "io.trellis") == Data("precious".utf8))
        }
    }

    @Test(
        "the message names a state directory that is not writable",
        .needsRoot(to: "to run a program as another user"))
    func theMessageContainsAStateDirectoryThatIsNotWritable()
        async throws
    {
        try await Workplace.with { workplace in
            let state = workplace.folder.appending(path: "state")
            try FileManager.default.createDirectory(
                at: state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            // The user nobody may lack access to the stage, so the test runs a copy, which a shell writes. If this
            // process had the copy open for writing, processes that other tests fork would inherit the open file, and
            // the copy could not be executed (ETXTBSY).
            let copied = try await workplace.shell(#"cp "$TRELLISD" "$FOLDER/trellisd""#)
            try #require(copied.status == 0, Comment(rawValue: copied.error))
            var options = PlatformOptions()
            // The identifier of Debian's user nobody.
            options.userID = 65_534
            options.groupID = 65_534
            options.supplementaryGroups = []
            let result = try await Workplace.run(
                workplace.path("trellisd"), workplace.arguments, options: options)
            let sentence = """
                trellisd: cannot write to the state directory \(state.path): Permission denied. \
                Change its owner to the daemon's user

                """
            #expect(result == CommandResult(status: 77, output: "", error: sentence))
            #expect(try workplace.names(in: "state").isEmpty)
        }
    }

    @Test("the message names a state directory that is a file")
    func theMessageContainsAStateDirectoryThatIsAFile() async throws {
        try await Workplace.with { workplace in
            try workplace.write("precious", to: "state")
            let result = try await workplace.trellisd()
            let sentence = """
                trellisd: the state directory \(workplace.path("state")) is not a directory. \
                Move it away, or choose another directory

                """
            #expect(result == CommandResult(status: 73, output: "", error: sentence))
            #expect(try workplace.contents(of: "state") == Data("precious".utf8))
        }
    }

    @Test("a state directory of another daemon is not used")
    func aStateDirectoryOfAnotherDaemonIsNotUsed() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { daemon in
                let result = try await workplace.trellisd("--socket", workplace.path("other"))
                let sentence = """
                    trellisd: another trellisd (process \(daemon.processIdentifier)) uses the state directory \
                    \(workplace.path("state")). Stop that process, or choose another directory with --state-directory

                    """
                #expect(result == CommandResult(status: 73, output: "", error: sentence))
                #expect(try workplace.names().contains("other") == false)
                #expect(try await workplace.trellisctl("items", "list").status == 0)
            }
        }
    }
}

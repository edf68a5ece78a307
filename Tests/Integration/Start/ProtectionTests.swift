import Foundation
import Subprocess
import Testing

/// The access of other users to the files of the daemon.
@Suite("The protection of files", .runsPrograms, .timeLimit(.minutes(10)))
struct ProtectionTests {
    /// A command that creates a directory that others can change, and the expected message.
    struct Weakness: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var command: String
        var complaint: String
        /// Whether the directory belongs to a plugin, which then fails.
        var isOfPlugin = true
    }

    static let weaknesses = [
        Weakness(
            testDescription: "a plugin's directory that everybody may write", command: "chmod 777 state/items",
            complaint:
                "other users may write to the state directory FOLDER/state/items: its mode is 0777, expected 0700"),
        Weakness(
            testDescription: "a plugin's directory that its group may write", command: "chmod 770 state/items",
            complaint:
                "other users may write to the state directory FOLDER/state/items: its mode is 0770, expected 0700"),
        Weakness(
            testDescription: "a plugin's cache that everybody may write", command: "chmod 1777 cache/items",
            complaint:
                "other users may write to the cache directory FOLDER/cache/items: its mode is 01777, expected 0700"),
        Weakness(
            testDescription: "a plugin's directory that is a symbolic link",
            command: "mv state/items state/other; ln -s other state/items",
            complaint: "the state directory FOLDER/state/items is a symbolic link, expected a directory"),
        Weakness(
            testDescription: "a state directory that everybody may write", command: "chmod 1777 state",
            complaint: "other users may write to the state directory FOLDER/state: its mode is 01777, expected 0700",
            isOfPlugin: false),
    ]

    private func expectRejection(_ weakness: Weakness) async throws {
        try await Workplace.with { workplace in
            let made = try await workplace.shell(
                #"cd "$FOLDER"; mkdir -p -m 700 state state/items cache cache/items; "# + weakness.command)
            try #require(made.status == 0, Comment(rawValue: made.error))
            let result = try await workplace.trellisd()
            #expect(result.status == 77)
            let start = weakness.isOfPlugin ? "trellisd: the plugin items cannot start: " : "trellisd: "
            let complaint = weakness.complaint.replacing("FOLDER", with: workplace.folder.path)
            #expect(result.error.contains(start + complaint), "\(result.error)")
            #expect(try workplace.names(in: "state").contains("items.sqlite") == false)
        }
    }

    @Test("rejects a directory that others can change", arguments: weaknesses)
    func rejectsADirectoryThatOthersCanChange(_ weakness: Weakness) async throws {
        try await expectRejection(weakness)
    }

    @Test("rejects a directory of another user", .needsRoot(to: "to give a directory to another user"))
    func rejectsADirectoryOfAnotherUser() async throws {
        try await expectRejection(
            Weakness(
                testDescription: "another user's", command: "chown 65534 state/items",
                complaint: "the state directory FOLDER/state/items belongs to the user nobody, expected root"))
        try await expectRejection(
            Weakness(
                testDescription: "another user's", command: "chown 65534 state",
                complaint: "the state directory FOLDER/state belongs to the user nobody, expected root",
                isOfPlugin: false)
        )
    }

    @Test("accepts a symbolic link as the state directory")
    func acceptsASymbolicLinkAsTheStateDirectory() async throws {
        try await Workplace.with { workplace in
            let made = try await workplace.shell(
                #"cd "$FOLDER"; mkdir -m 700 private; ln -s private state"#)
            try #require(made.status == 0, Comment(rawValue: made.error))
            try await workplace.withDaemon { _ in
                let names = try workplace.names(in: "private")
                #expect(names.contains("items"))
            }
        }
    }

    @Test("only the daemon's user can access its files, regardless of the umask")
    func restrictsFilesToTheUser() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n  movies:\n") { workplace in
            // The daemon inherits the umask of the shell.
            try await workplace.withDaemon(under: ["/bin/sh", "-c", #"umask 0; exec "$@""#, "sh"]) { _ in
                let added = try await workplace.trellisctl("items", "add", "Tea", "1")
                #expect(added.status == 0)
                let found = try await workplace.shell(
                    #"cd "$FOLDER" && find state cache run -perm /077 ! -type l"#)
                #expect(found == CommandResult(status: 0, output: "", error: ""))
                let socket = try await workplace.shell(#"stat -c %a "$FOLDER/io.trellis""#)
                #expect(socket.output == "660\n")
            }
        }
    }

    @Test("makes the folder of the socket accessible, regardless of the umask")
    func makesTheFolderOfTheSocketAccessible() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon(
                "--socket", workplace.path("new/io.trellis"), under: ["/bin/sh", "-c", #"umask 077; exec "$@""#, "sh"]
            ) { _ in
                let folder = try await workplace.shell(#"stat -c %a "$FOLDER/new""#)
                #expect(folder.output == "755\n")
            }
        }
    }

    @Test("suppresses core dumps")
    func suppressesCoreDumps() async throws {
        try await Workplace.with { workplace in
            let wrapper = [
                "/usr/bin/prlimit", "--core=unlimited", "/usr/bin/env", "-C", workplace.folder.path,
                "SWIFT_BACKTRACE=enable=no",
            ]
            let outcome = try await workplace.withDaemon(under: wrapper) { daemon in
                let limits = try String(contentsOfFile: "/proc/\(daemon.processIdentifier)/limits", encoding: .utf8)
                let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
                #expect(line?.split(separator: " ").suffix(3) == ["1", "unlimited", "bytes"], "\(limits)")
                daemon.send(SIGABRT)
                await daemon.log.waitForEnd()
            }
            #expect(outcome.status == 128 + SIGABRT)
            #expect(try workplace.names().filter { $0.hasPrefix("core") }.isEmpty)
        }
    }
}

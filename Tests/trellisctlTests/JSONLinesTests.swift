import Foundation
import Glibc
import SystemPackage
import Testing
import Varlink

@testable import trellisctl

@Suite("JSON lines", .timeLimit(.minutes(2)))
struct JSONLinesTests {
    private let lines = (1...1200).map { #"{"title":"sound \#($0)"}"# + "\n" }.joined()

    @Test("are passed as elements of a required list, many per call")
    func feedingList() async throws {
        try await withSampleDaemon { daemon in
            let file = daemon.folder.appending("in").string
            try lines.write(toFile: file, atomically: false, encoding: .utf8)
            let ended = try await Program.run(["sample", "place-all", "--input", file], variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: "1200 lines read from \(file)\nkept  1200\n", error: ""))
            #expect(daemon.state.sounds.count == 1200)
            #expect(daemon.state.sounds.last?["title"]?.stringValue == "sound 1200")
            #expect(daemon.state.calls == ["PlaceAll", "PlaceAll", "PlaceAll"])
            let json = try await Program.run(
                ["sample", "place-all", "--input", file, "--batch", "800", "--json"], variables: daemon.variables)
            #expect(json.output == "{\"kept\":800}\n{\"kept\":400}\n")
        }
    }

    @Test("are passed as the parameters of one call each if the command requires no list")
    func feedingCalls() async throws {
        try await withSampleDaemon { daemon in
            let input = #"{"sound":{"title":"a"},"times":1}"# + "\n\n" + #"{"sound":{"title":"b"}}"#
            let ended = try await Program.run(
                ["sample", "place", "--input", "-", "--parameters", #"{"times":7}"#, "--json"], input: input,
                variables: daemon.variables)
            #expect(
                ended.output == #"{"sound":{"title":"a"},"times":1}"# + "\n" + #"{"sound":{"title":"b"},"times":7}"#
                    + "\n")
            #expect(ended.status == EX_OK)
        }
    }

    @Test(
        "are accepted with a byte order mark and carriage returns, as other systems write them",
        arguments: ["sample place-all --input -", "shell"])
    func ofOtherSystems(command: String) async throws {
        try await withSampleDaemon { daemon in
            let lines =
                command == "shell"
                ? ["sample place --sound.title a 1", "sample place --sound.title b 1"]
                : [#"{"title":"a"}"#, #"{"title":"b"}"#]
            let ended = try await Program.run(
                command.split(separator: " ").map(String.init),
                input: "\u{FEFF}" + lines.joined(separator: "\r\n") + "\r\n", variables: daemon.variables)
            #expect(ended.error == "")
            #expect(daemon.state.sounds == [["title": "a"], ["title": "b"]])
        }
    }

    @Test("are reported with their line numbers if they are rejected, after earlier lines were sent")
    func faults() async throws {
        try await withSampleDaemon { daemon in
            let broken = try await Program.run(
                ["sample", "place-all", "--input", "-"], input: "{\"title\":\"a\"}\n{\"title\":\n",
                variables: daemon.variables)
            #expect(broken.status == EX_DATAERR)
            #expect(broken.error.hasPrefix("trellisctl: standard input:2: the line is not JSON: "))
            #expect(daemon.state.sounds.count == 1)
            let refused = try await Program.run(
                ["sample", "place-all", "--input", "-", "--batch", "2"],
                input: ["a", "b", "c", "noise", "d"].map { #"{"title":"\#($0)"}"# + "\n" }.joined(),
                variables: daemon.variables)
            #expect(
                refused.errorWithoutRequestID
                    == "trellisctl: standard input:3-4: the request was refused (reason: noise) [org.example.Sample.Refused]\n"
            )
            #expect(refused.requestID == daemon.state.requestIDs.last)
            #expect(daemon.state.sounds.count == 3)
            let wrong = try await Program.run(
                ["sample", "place", "--input", "-"], input: #"{"sound":{"title":"a"},"times":-1}"#,
                variables: daemon.variables)
            #expect(
                wrong.errorWithoutRequestID
                    == "trellisctl: standard input:1: the parameter 'times' is missing or invalid "
                    + "[org.varlink.service.InvalidParameter].\nThe contract describes it: The number of repetitions.\n"
            )
            let missing = try await Program.run(
                ["sample", "place-all", "--input", "/nonexistent"], variables: daemon.variables)
            #expect(missing.status == EX_NOINPUT)
            let twice = try await Program.run(
                ["sample", "place-all", "{}", "--input", "-"], input: "{\"title\":\"a\"}\n", variables: daemon.variables
            )
            #expect(twice.status == EX_USAGE)
        }
    }

    @Test("are written in the form in which they are read")
    func writing() async throws {
        try await withSampleDaemon { daemon in
            _ = try await Program.run(
                ["sample", "place-all", "--input", "-"], input: lines, variables: daemon.variables)
            let file = daemon.folder.appending("out").string
            let ended = try await Program.run(["sample", "list", "--output", file], variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: "1200 lines written to \(file)\n", error: ""))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == lines)
            let standard = try await Program.run(
                ["sample", "list", "--filter", "sound 7", "--output", "-"], variables: daemon.variables)
            #expect(standard.output == "{\"title\":\"sound 7\"}\n")
            let none = try await Program.run(
                ["sample", "list", "--filter", "x", "--output", file], variables: daemon.variables)
            #expect(none.output == "0 lines written to \(file)\n")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "")
        }
    }

    @Test(
        "a file that cannot be read or written is reported with a remedy",
        arguments: [
            (["place-all", "--input", "/usr"], "/usr cannot be read: Is a directory.\nChoose a file", EX_NOINPUT),
            (["place", "--input", "/usr/x"], "/usr/x cannot be read: No such file or directory\n", EX_NOINPUT),
            (
                ["list", "--output", "/usr"],
                "/usr cannot be written: Is a directory.\nChoose a file in this directory", EX_CANTCREAT
            ),
            (
                ["list", "--output", "/nothing/x"],
                "/nothing/x cannot be written: No such file or directory.\nCreate the directory of", EX_CANTCREAT
            ),
            (
                ["list", "--output", ""], "invalid value for --output: expected a path, got ''.\nAn unset",
                EX_USAGE
            ),
            (["place", "--input="], "invalid value for --input: expected a path, got ''.\nAn unset", EX_USAGE),
        ] as [([String], String, Int32)])
    func files(words: [String], error: String, status: Int32) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["sample"] + words, variables: daemon.variables)
            #expect(ended.error.hasPrefix("trellisctl: \(error)"), "\(ended.error)")
            #expect(ended.status == status)
        }
    }

    @Test(
        "a directory as standard input is reported as an error",
        arguments: [
            "shell", "sample place --input -", "sample place --parameters -",
        ])
    func directoryAsInput(command: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                "\(Program.trellisctl) \(command) < /usr", by: "/usr/bin/bash", variables: daemon.variables)
            #expect(ended.error.hasPrefix("trellisctl: standard input cannot be read: Is a directory."))
            #expect(ended.status == EX_NOINPUT)
        }
    }

    @Test("do not change the file when writing fails")
    func interrupted() async throws {
        try await withSampleDaemon { daemon in
            let folder = daemon.folder.appending("out").string
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let file = folder + "/lines"
            try "before\n".write(toFile: file, atomically: false, encoding: .utf8)
            let program = try Program(
                Program.trellisctl, ["sample", "watch", "--output", file], variables: daemon.variables)
            await daemon.state.wait(for: "Watch")
            program.signal(SIGINT)
            let ended = await program.end()
            #expect(ended.status == 128 + SIGINT)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["lines"])
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "before\n")
            let refused = try await Program.run(
                ["sample", "list", "--output", "/nonexistent/lines"], variables: daemon.variables)
            #expect(refused.status == EX_CANTCREAT)
        }
    }

    @Test("replace the target of a symbolic link, and keep the permissions of the target")
    func replacing() async throws {
        try await withSampleDaemon { daemon in
            let (file, link) = (daemon.folder.appending("out").string, daemon.folder.appending("link").string)
            try "before\n".write(toFile: file, atomically: false, encoding: .utf8)
            #expect(chmod(file, 0o600) == 0 && symlink("out", link) == 0)
            daemon.state.place([["title": "Bell"]])
            let ended = try await Program.run(["sample", "list", "--output", link], variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: "1 line written to \(link)\n", error: ""))
            var found = stat()
            #expect(lstat(link, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK)
            #expect(lstat(file, &found) == 0 && found.st_mode & 0o777 == 0o600)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == #"{"title":"Bell"}"# + "\n")
        }
    }

    @Test(
        "are written with restricted permissions when the group of the file cannot be kept",
        .enabled(if: geteuid() == 0, "needs root, to make a file of another group"),
        arguments: [(0o640, 0o600), (0o664, 0o644), (0o604, 0o600)] as [(mode_t, mode_t)])
    func foreignGroup(before: mode_t, after: mode_t) async throws {
        try await withSampleDaemon { daemon in
            let file = daemon.folder.appending("out").string
            try "before\n".write(toFile: file, atomically: false, encoding: .utf8)
            let group = gid_t(54_321)
            #expect(chown(file, geteuid(), group) == 0 && chmod(file, before) == 0)
            daemon.state.place([["title": "Bell"]])
            let command = "\(Program.trellisctl) sample list --output \(file)"
            // Without CAP_CHOWN, root can give a file only to its own groups, like any user (capabilities(7)).
            let ended = try await Program.run(
                "setpriv --clear-groups --bounding-set=-chown \(command)", by: "/bin/sh", variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: "1 line written to \(file)\n", error: ""))
            var found = stat()
            #expect(stat(file, &found) == 0 && found.st_gid != group)
            #expect(found.st_mode & 0o777 == after)
            // With CAP_CHOWN, the group is kept.
            #expect(chown(file, geteuid(), group) == 0 && chmod(file, before) == 0)
            _ = try await Program.run(command, by: "/bin/sh", variables: daemon.variables)
            #expect(stat(file, &found) == 0 && found.st_gid == group)
            #expect(found.st_mode & 0o777 == before)
        }
    }

    @Test("are written to a new file with the permissions of the umask")
    func newFile() async throws {
        try await withSampleDaemon { daemon in
            let file = daemon.folder.appending("out").string
            let ended = try await Program.run(
                "umask 027; \(Program.trellisctl) sample list --output \(file)", by: "/bin/sh",
                variables: daemon.variables)
            #expect(ended.status == EX_OK)
            var found = stat()
            #expect(stat(file, &found) == 0 && found.st_mode & 0o777 == 0o640)
        }
    }

    @Test("are not cancelled by an ignored signal, as with nohup")
    func ignored() async throws {
        try await withSampleDaemon { daemon in
            let command = "trap '' HUP; exec \(Program.trellisctl) sample watch --output \(daemon.folder)/out"
            let program = try Program("/bin/sh", ["-c", command], variables: daemon.variables)
            await daemon.state.wait(for: "Watch")
            #expect(try program.has(.ignored, for: SIGHUP))
            #expect(try program.has(.caught, for: SIGTERM))
            program.signal(SIGTERM)
            #expect(await program.end().status == 128 + SIGTERM)
        }
    }

    @Test("are cancelled by a signal while the reader of a pipe is blocked")
    func pipe() async throws {
        try await withSampleDaemon { daemon in
            let pipe = daemon.folder.appending("pipe").string
            #expect(mkfifo(pipe, 0o600) == 0)
            let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(reader) }
            // The input exceeds the capacity of a pipe.
            let title = JSONValue.string(String(repeating: "x", count: 1000))
            daemon.state.place(Array(repeating: ["title": title], count: 1000))
            let program = try Program(
                Program.trellisctl, ["sample", "list", "--output", pipe], variables: daemon.variables)
            let input = InputDescriptor(reader, name: "the pipe")
            _ = try await input.read(upTo: 1)
            program.signal(SIGINT)
            #expect(await program.end().status == 128 + SIGINT)
        }
    }

    @Test("are counted on a terminal when they are written")
    func exporting() async throws {
        try await withSampleDaemon { daemon in
            _ = try await Program.run(
                ["sample", "place-all", "--input", "-"], input: lines, variables: daemon.variables)
            let file = daemon.folder.appending("out").string
            let program = try Program(
                Program.trellisctl, ["sample", "list", "--output", file], variables: daemon.variables,
                over: .terminal(columns: 200))
            let ended = await program.end()
            #expect(ended.output.hasPrefix("\r\u{1B}[K1 line\r"))
            #expect(ended.output.hasSuffix("\r\u{1B}[K1200 lines written to \(file)\r\n"))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == lines)
        }
    }

    @Test("are transferred with a progress report on a terminal")
    func progress() async throws {
        try await withSampleDaemon { daemon in
            let file = daemon.folder.appending("in").string
            try lines.write(toFile: file, atomically: false, encoding: .utf8)
            let program = try Program(
                Program.trellisctl, ["sample", "place-all", "--input", file, "--batch", "400"],
                variables: daemon.variables,
                over: .terminal(columns: 80))
            let ended = await program.end()
            #expect(ended.output.contains("\r\u{1B}[K400 lines (3"))
            #expect(Screen(ended.output, columns: 200).rows.first == "1200 lines read from \(file)")
        }
    }
}

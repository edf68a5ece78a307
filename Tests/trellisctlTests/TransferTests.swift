import Foundation
import Glibc
import SystemPackage
import Testing
import Varlink

@Suite("JSON lines", .timeLimit(.minutes(10)))
struct TransferTests {
    private let lines = (1...1200).map { #"{"title":"sound \#($0)"}"# + "\n" }.joined()

    @Test("are taken as the elements of the list that a command needs, many a call")
    func feedingList() async throws {
        try await withSampleDaemon { daemon in
            let file = daemon.folder.appending("in").string
            try lines.write(toFile: file, atomically: false, encoding: .utf8)
            let ended = try await Program.run(["sample", "place-all", "--input", file], variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: "1200 lines taken from \(file)\nkept  1200\n", error: ""))
            #expect(daemon.state.sounds.count == 1200)
            #expect(daemon.state.sounds.last?["title"]?.stringValue == "sound 1200")
            #expect(daemon.state.calls == ["PlaceAll", "PlaceAll", "PlaceAll"])
            let json = try await Program.run(
                ["sample", "place-all", "--input", file, "--batch", "800", "--json"], variables: daemon.variables)
            #expect(json.output == "{\"kept\":800}\n{\"kept\":400}\n")
        }
    }

    @Test("are taken as the parameters of a call each, where a command needs no list")
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

    @Test("that can't be taken are told by their number, and those before them are done")
    func faults() async throws {
        try await withSampleDaemon { daemon in
            let broken = try await Program.run(
                ["sample", "place-all", "--input", "-"], input: "{\"title\":\"a\"}\n{\"title\":\n",
                variables: daemon.variables)
            #expect(broken.status == EX_DATAERR)
            #expect(broken.error.hasPrefix("trellisctl: standard input:2: this is no JSON: "))
            #expect(daemon.state.sounds.count == 1)
            let refused = try await Program.run(
                ["sample", "place-all", "--input", "-", "--batch", "2"],
                input: ["a", "b", "c", "noise", "d"].map { #"{"title":"\#($0)"}"# + "\n" }.joined(),
                variables: daemon.variables)
            #expect(refused.error == "trellisctl: standard input:3-4: it was refused (reason: noise)\n")
            #expect(daemon.state.sounds.count == 3)
            let wrong = try await Program.run(
                ["sample", "place", "--input", "-"], input: #"{"sound":{"title":"a"},"times":-1}"#,
                variables: daemon.variables)
            #expect(
                wrong.error
                    == "trellisctl: standard input:1: the parameter 'times' is missing, or not as the contract has it.\n"
                    + "The contract says of it: How often it is heard.\n")
            let missing = try await Program.run(
                ["sample", "place-all", "--input", "/nonexistent"], variables: daemon.variables)
            #expect(missing.status == EX_NOINPUT)
            let twice = try await Program.run(
                ["sample", "place-all", "{}", "--input", "-"], input: "{\"title\":\"a\"}\n", variables: daemon.variables
            )
            #expect(twice.status == EX_USAGE)
        }
    }

    @Test("are written of what a command gives, so that they can be taken again")
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

    @Test("leave a file as it was, and nothing else, when they can't all be written")
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

    @Test("tell on a terminal how many were written")
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

    @Test("tell on a terminal how far they have come")
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
            #expect(Screen(ended.output, columns: 200).rows.first == "1200 lines taken from \(file)")
        }
    }
}

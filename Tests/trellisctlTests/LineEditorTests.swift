import CommandModel
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import trellisctl

@Suite("The line editor at a terminal", .timeLimit(.minutes(2)))
struct LineEditorTests {
    /// Runs a body with a shell at a terminal of 60 columns, then ends the shell with Ctrl-D on an empty line.
    private func withShell(
        history: [String] = [], variables: (SampleDaemon) -> [String: String] = { _ in [:] },
        _ body: (Terminal) async throws -> Void
    ) async throws {
        try await withSampleDaemon { daemon in
            let folder = daemon.folder.appending("xdg/trellis").string
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try history.map { $0 + "\n" }.joined().write(toFile: folder + "/history", atomically: true, encoding: .utf8)
            let terminal = try Terminal(["shell"], daemon: daemon, columns: 60, variables: variables(daemon))
            try await terminal.waitForPrompt(count: 1)
            try await body(terminal)
            terminal.program.write("\u{05}\u{15}")
            try await terminal.wait { $0.last == "trellis>" }
            terminal.program.write("\u{04}")
            #expect(await terminal.program.end().status == EX_OK)
        }
    }

    /// Types keys, and waits until the line equals a text, with the cursor at `|`.
    private func expect(_ typed: String, shows text: String, at terminal: Terminal) async throws {
        terminal.program.write(typed)
        let cursor = try #require(text.firstIndex(of: "|"))
        let column = "trellis> ".count + TextWidth.columns(of: String(text[..<cursor]))
        let line = "trellis> " + text.replacing("|", with: "")
        try await terminal.wait { rows, screen in
            rows.last == line.trimmingCharacters(in: .whitespaces) && screen.cursor.column == column
        }
        terminal.program.write("\u{05}\u{15}")
        try await terminal.wait { $0.last == "trellis>" }
    }

    @Test("supports the keys of Emacs, the cursor keys and bracketed paste")
    func keys() async throws {
        let cases = [
            ("abc", "abc|"), ("abc\u{02}\u{02}", "a|bc"), ("abc\u{1B}[D\u{1B}OD", "a|bc"), ("abc\u{01}", "|abc"),
            ("abc\u{1B}[H", "|abc"), ("abc\u{01}\u{05}", "abc|"), ("abc\u{1B}[1~\u{1B}[4~", "abc|"),
            ("abc\u{7F}", "ab|"), ("abc\u{01}\u{04}", "|bc"), ("abc\u{01}\u{1B}[3~", "|bc"),
            ("one two\u{17}x", "one x|"), ("one two\u{1B}b\u{0B}x", "one x|"),
            ("one two\u{17}\u{19}\u{19}", "one twotwo|"),
            ("one two\u{01}\u{1B}f", "one| two"), ("one two\u{01}\u{1B}[1;5C", "one| two"),
            ("one two\u{1B}[1;5D", "one |two"), ("one two\u{01}\u{1B}d", "| two"), ("abc\u{14}", "acb|"),
            ("one two\u{15}x", "x|"), ("a\u{1B}[200~b\nc\td\u{1B}[201~e", "ab c de|"),
            ("a\u{1B}[200~b\u{1B}[2c\r\u{1B}[201~e", "ab[2c e|"),
        ]
        try await withShell { terminal in
            for (typed, text) in cases { try await expect(typed, shows: text, at: terminal) }
        }
    }

    @Test("edits UTF-8 in every locale", arguments: ["C", "C.UTF-8", "de_DE.ISO-8859-1"])
    func unicode(locale: String) async throws {
        try await withShell(variables: { _ in ["LC_ALL": locale] }) { terminal in
            try await expect("é抹茶", shows: "é抹茶|", at: terminal)
            try await expect("é抹茶\u{7F}x", shows: "é抹x|", at: terminal)
            try await expect("抹茶\u{02}ü", shows: "抹ü|茶", at: terminal)
        }
    }

    @Test("shows earlier lines of the history, and returns to the new line")
    func history() async throws {
        try await withShell(history: ["one", "two"]) { terminal in
            try await expect("new\u{1B}[A", shows: "two|", at: terminal)
            terminal.program.write("\u{03}")
            try await terminal.waitForPrompt(count: 2)
            try await expect("new\u{10}\u{10}\u{1B}[B\u{1B}OB", shows: "new|", at: terminal)
        }
    }

    @Test("searches the history backwards")
    func searching() async throws {
        try await withShell(history: ["add tea", "add rice", "list tea"]) { terminal in
            terminal.program.write("\u{12}add")
            try await terminal.wait { $0.suffix(2) == ["trellis> add rice", "bck:add"] }
            terminal.program.write("\u{12}")
            try await terminal.wait { $0.suffix(2) == ["trellis> add tea", "bck:add"] }
            try await expect("\u{05}", shows: "add tea|", at: terminal)
        }
    }

    @Test("redraws the line when the width of the terminal changes")
    func resizing() async throws {
        try await withShell { terminal in
            terminal.program.write(String(repeating: "x", count: 70))
            try await terminal.wait {
                $0.suffix(2) == ["trellis> " + String(repeating: "x", count: 51), String(repeating: "x", count: 19)]
            }
            terminal.program.resize(columns: 40)
            try await terminal.wait(columns: 40) {
                $0.suffix(2) == ["trellis> " + String(repeating: "x", count: 31), String(repeating: "x", count: 39)]
            }
            terminal.program.resize(columns: 60)
            try await terminal.wait {
                $0.suffix(2) == ["trellis> " + String(repeating: "x", count: 51), String(repeating: "x", count: 19)]
            }
        }
    }

    @Test("works at an unknown terminal", arguments: ["dumb", "unknown-terminal"])
    func unknownTerminal(type: String) async throws {
        try await withShell(variables: { _ in ["TERM": type] }) { terminal in
            try await expect("abc\u{02}X", shows: "abX|c", at: terminal)
        }
    }

    @Test("reads the user's editrc(5)")
    func settings() async throws {
        try await withShell(variables: { daemon in
            let home = daemon.folder.appending("home").string
            try? FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            try? "bind ^T ed-move-to-beg\n".write(toFile: home + "/.editrc", atomically: true, encoding: .utf8)
            return ["HOME": home]
        }) { terminal in
            try await expect("abc\u{14}", shows: "|abc", at: terminal)
        }
    }

    @Test("remains usable while completion receives no reply")
    func silentDaemon() async throws {
        try await withSleepingDaemon { daemon in
            let listener = try MalformedReplyTests.listen(at: daemon.socket)
            defer { close(listener) }
            let terminal = try Terminal(
                ["shell"], daemon: daemon, columns: 60, variables: ["TRELLIS_COMPLETION_TIMEOUT": "0.1"])
            try await terminal.waitForPrompt(count: 1)
            terminal.program.write("introspect \tabc")
            try await terminal.wait { $0.last == "trellis> introspect abc" }
            #expect(terminal.program.output.text.contains("\u{07}"))
            terminal.program.write("\u{15}\u{04}")
            #expect(await terminal.program.end().status == EX_OK)
        }
    }
}

@Suite("The completion of a line", .timeLimit(.minutes(2)))
struct LineCompletionTests {
    private func insertion(_ written: String, _ words: [String], length: Int) -> String? {
        LineCompletion(length: length, candidates: words.map { .init($0) }).insertion(in: written)
    }

    @Test("inserts the only candidate and a blank, or the prefix that all candidates share")
    func inserting() {
        #expect(insertion("items ad", ["add"], length: 2) == "add ")
        #expect(insertion("items ", ["add"], length: 0) == "add ")
        #expect(insertion("items l", ["list", "lisp"], length: 1) == "lis")
        #expect(insertion("items lis", ["list", "lisp"], length: 3) == nil)
        #expect(insertion("items add", ["add"], length: 3) == "add ")
        #expect(insertion("items 'ad", ["add"], length: 3) == "add ")
    }

    @Test("lists candidates without control characters, and no wider than the terminal")
    func listing() {
        let completion = LineCompletion(
            length: 0, candidates: [.init("a", "The first one."), .init("b\u{1B}[31m", "The second one.")])
        #expect(completion.listing(columns: 20) == "a        The first…\nb\\e[31m  The secon…\n")
    }
}

import CommandModel
import Testing

@testable import trellisctl

@Suite("The words of a line", .timeLimit(.minutes(2)))
struct ShellWordsTests {
    @Test(
        "are read as a POSIX shell reads them",
        arguments: [
            ("", []), ("  a\tb  c ", ["a", "b", "c"]), ("'a b' c", ["a b", "c"]), (#""a b"c"#, ["a bc"]),
            (#"a\ b"#, ["a b"]),
            (#"'a\b'"#, [#"a\b"#]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]), ("''", [""]), (#"a"" b"#, ["a", "b"]),
            ("a # b", ["a"]), ("a#b", ["a#b"]), ("# a", []), ("a\\\nb", ["ab"]), ("'a\nb'", ["a\nb"]),
            ("a\nb", ["a", "b"]),
            (#"--at={\"x\":1}"#, [#"--at={"x":1}"#]), ("5$ $", ["5$", "$"]), (#""5$ ""#, ["5$ "]), ("抹 茶", ["抹", "茶"]),
            ("*.txt ~ [a]", ["*.txt", "~", "[a]"]),
        ])
    func reading(line: String, words: [String]) throws {
        #expect(try ShellWords(line).words == words)
    }

    @Test(
        "continue in the next line within quotes and after a backslash",
        arguments: ["'a", #""a"#, #"a\"#, #""a\"#, #""a\""#])
    func unfinished(line: String) {
        #expect(throws: ShellWords.Failure.unfinished) { try ShellWords(line) }
    }

    @Test(
        "are rejected when they contain an unquoted operator or expansion",
        arguments: [
            ("a; b", ";"), ("a | b", "|"), ("a > b", ">"), ("a < b", "<"), ("a & b", "&"), ("$HOME", "$"),
            ("a$(b)", "$"),
            ("`a`", "`"), (#""$a""#, "$"), (#""`a`""#, "`"), ("(a)", "("),
        ] as [(String, Character)])
    func refused(line: String, sign: Character) {
        #expect(throws: ShellWords.Failure.unquoted(sign)) { try ShellWords(line) }
    }

    @Test(
        "can be read from an incomplete line",
        arguments: [
            ("list ", ["list"], false, 5), ("list --fil", ["list", "--fil"], true, 5),
            ("a 'b c", ["a", "b c"], true, 2),
            ("", [], false, 0), (#"a b\"#, ["a", "b"], true, 2), ("a  'b' ", ["a", "b"], false, 7),
        ])
    func typing(line: String, words: [String], endsInWord: Bool, start: Int) throws {
        let read = try ShellWords(line, isUnfinished: true)
        #expect(read.words == words)
        #expect(read.endsInWord == endsInWord)
        #expect(read.lastWordStart == start)
    }

    @Test(
        "are unchanged after quoting and reading",
        arguments: ["a b", "it's", "", "a;b", "plain", "$x", "抹茶", "a\\b", "\"", "#a"])
    func quoting(word: String) throws {
        #expect(try ShellWords(ShellQuoting.quoted(word)).words == [word])
    }
}

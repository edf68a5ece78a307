import CommandModel
import ContractCommands
import Testing
import Varlink

@testable import trellisctl

@Suite("Text output", .timeLimit(.minutes(2)))
struct OutputTests {
    @Test(
        "has the same width in columns as on a terminal",
        arguments: [
            ("Tea", 3), ("抹茶", 4), ("한국", 4), ("ｗｉｄｅ", 8), ("é", 1), ("e\u{301}", 1), ("🍵", 2), ("👩‍👩‍👧", 2), ("❤️", 2),
            ("❤", 1),
            ("नमस्ते", 4), ("🇩🇪", 2), ("👍🏽", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("", 0),
        ])
    func width(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test(
        "has escaped control characters",
        arguments: [
            ("Tea", "Tea"), ("a\nb", "a\\nb"), ("a\r\tb", "a\\r\\tb"), ("\u{1B}[31mred", "\\e[31mred"),
            ("\u{9B}31m", "\\u{9b}31m"),
            ("\u{7F}", "\\u{7f}"), ("a\u{202E}b", "a\\u{202e}b"), ("\u{2028}", "\\u{2028}"), ("抹茶 é", "抹茶 é"),
            // A backslash is doubled where it could be an escape sequence.
            (#"a\nb"#, #"a\\nb"#), (#"C:\Users"#, #"C:\Users"#), (#"\u{9b}"#, #"\\u{9b}"#), ("\\\n", #"\\\n"#),
            (#"\\x"#, #"\\\x"#),
            // Invisible characters, which are no part of an emoji or a ligature.
            ("a\u{200B}b", "a\\u{200b}b"), ("a\u{AD}b", "a\\u{ad}b"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("❤️", "❤️"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(text.escapingControlCharacters == escaped)
    }

    @Test(
        "has colours only on a terminal without NO_COLOR",
        arguments: [
            (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false), (true, ["TERM": "dumb"], false),
            (true, [:], false), (true, ["TERM": "xterm", "NO_COLOR": "0"], false),
            (true, ["TERM": "xterm", "NO_COLOR": ""], true),
        ] as [(Bool, [String: String], Bool)])
    func colours(isTerminal: Bool, variables: [String: String], isColoured: Bool) {
        #expect(Style.isColoured(isTerminal: isTerminal, variables: variables) == isColoured)
    }

    @Test(
        "spells names as words in lower case, joined by dashes",
        arguments: [
            ("ListPlugins", "list-plugins"), ("baseURL", "base-url"), ("URLPath", "url-path"), ("Add", "add"),
            ("level_two", "level-two"), ("GitHub", "git-hub"), ("HTTPServer", "http-server"), ("WhoAmI", "who-am-i"),
            ("IsOK", "is-ok"), ("parentIDs", "parent-ids"), ("IDsOfUser", "ids-of-user"),
            ("IPv4Address", "ipv4-address"), ("TLSv13", "tlsv13"), ("SHA256Sum", "sha256-sum"), ("X509", "x509"),
            ("GetX509Chain", "get-x509-chain"), ("doAThing", "do-a-thing"), ("ID", "id"), ("A", "a"),
        ])
    func names(name: String, spelled: String) {
        #expect(CommandName.spelled(name) == spelled)
    }

    @Test("keeps the contract's spelling of names that would otherwise be equal")
    func alike() {
        let names = ["HTTPServer", "HttpServer", "url", "URL", "levelTwo", "level_two", "noise", "Noise2", "baseURL"]
        let spelled = names.map(CommandNames(names).spelled)
        #expect(
            spelled == [
                "HTTPServer", "HttpServer", "url", "URL", "levelTwo", "level_two", "noise", "noise2", "base-url",
            ])
        #expect(Set(spelled).count == names.count)
    }

    @Test(
        "begins a sentence after a colon in lower case, unless the first word is a name",
        arguments: [
            ("No item has this id", "no item has this id"), ("A thing", "a thing"),
            ("GitHub is away", "GitHub is away"),
            ("TMDB is away", "TMDB is away"), ("X509 is it", "X509 is it"), ("I cannot", "I cannot"),
            ("It's away", "it's away"), ("Élan", "élan"), ("", ""),
        ])
    func sentences(sentence: String, goingOn: String) {
        #expect(sentence.loweringFirstWord == goingOn)
    }
}

@Suite("The options that every command has", .timeLimit(.minutes(2)))
struct GlobalOptionsTests {
    @Test("are accepted at any position of the command line")
    func taking() throws {
        var words = ["items", "--json", "add", "--socket", "/a", "Tea", "--timeout=2.5", "3"]
        let options = try GlobalOptions(takingFrom: &words)
        #expect(words == ["items", "add", "Tea", "3"])
        #expect(options.format == .json)
        #expect(options.socket == "/a")
        #expect(options.timeout == .seconds(2.5))
    }

    @Test("are not read after --")
    func rest() throws {
        var words = ["items", "add", "--", "--json", "3"]
        let options = try GlobalOptions(takingFrom: &words)
        #expect(options.format == .people)
        #expect(words == ["items", "add", "--", "--json", "3"])
    }

    @Test(
        "accept a time limit in seconds, or with a unit",
        arguments: [("2", 2_000), ("0.05", 50), ("500ms", 500), ("3s", 3_000), ("1min", 60_000), ("2h", 7_200_000)])
    func timeLimit(text: String, milliseconds: Int) throws {
        var words = ["--timeout", text]
        #expect(try GlobalOptions(takingFrom: &words).timeout == .milliseconds(milliseconds))
    }

    @Test(
        "reject a time limit that is not a positive number",
        arguments: ["nan", "infs", "1e400s", "-1s", "0ms", "2x", ""])
    func invalidTimeLimit(text: String) {
        var words = ["--timeout", text]
        #expect(throws: CommandLineError.self) { try GlobalOptions(takingFrom: &words) }
    }

    @Test(
        "are rejected when their values are missing",
        arguments: [
            ["--socket"], ["--timeout", "soon"], ["--timeout", "0"], ["--timeout=-1"], ["--json=yes"],
            ["--json", "--json-seq"], ["--socket", "--json"], ["--timeout", "--", "3"],
        ])
    func rejecting(words: [String]) {
        var words = words
        #expect(throws: CommandLineError.self) { try GlobalOptions(takingFrom: &words) }
    }
}

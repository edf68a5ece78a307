import Testing
import Varlink

@testable import trellisctl

@Suite("What is printed for people")
struct OutputTests {
    @Test(
        "is as wide as a terminal shows it",
        arguments: [
            ("Tea", 3), ("抹茶", 4), ("한국", 4), ("ｗｉｄｅ", 8), ("é", 1), ("e\u{301}", 1), ("🍵", 2), ("👩‍👩‍👧", 2), ("❤️", 2),
            ("❤", 1),
            ("नमस्ते", 4), ("🇩🇪", 2), ("👍🏽", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("", 0),
        ])
    func width(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test(
        "has its control characters escaped",
        arguments: [
            ("Tea", "Tea"), ("a\nb", "a\\nb"), ("a\r\tb", "a\\r\\tb"), ("\u{1B}[31mred", "\\e[31mred"),
            ("\u{9B}31m", "\\u{9b}31m"),
            ("\u{7F}", "\\u{7f}"), ("a\u{202E}b", "a\\u{202e}b"), ("\u{2028}", "\\u{2028}"), ("抹茶 é", "抹茶 é"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(text.escapingControlCharacters == escaped)
    }

    @Test("has its columns aligned, whatever is in them")
    func table() {
        let rows = [["Tea", "3", "x"], ["抹茶", "12", "y"]]
        let table = Table(header: ["TITLE", "COUNT", "NOTE"], rows: rows)
        #expect(table.line(table.header) == "TITLE  COUNT  NOTE")
        #expect(table.line(rows[0]) == "Tea    3      x")
        #expect(table.line(rows[1]) == "抹茶   12     y")
        #expect(table.line(["A much longer title", "1", "z"]) == "A much longer title  1      z")
    }

    @Test(
        "has colours on a terminal only, and not where they are not wanted",
        arguments: [
            (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false), (true, ["TERM": "dumb"], false),
            (true, [:], false), (true, ["TERM": "xterm", "NO_COLOR": "0"], false),
            (true, ["TERM": "xterm", "NO_COLOR": ""], true),
        ] as [(Bool, [String: String], Bool)])
    func colours(isTerminal: Bool, variables: [String: String], isColoured: Bool) {
        #expect(Style.isColoured(isTerminal: isTerminal, variables: variables) == isColoured)
    }

    @Test(
        "spells names as words",
        arguments: [
            ("ListPlugins", "list-plugins"), ("baseURL", "base-url"), ("URLPath", "url-path"), ("Add", "add"),
            ("level_two", "level-two"),
        ])
    func names(name: String, spelled: String) {
        #expect(CommandName.spelled(name) == spelled)
    }

    @Test("spreads out structures into columns, and leaves out replies without a value")
    func columns() throws {
        let interface = try InterfaceDescription(
            parsing: """
                interface org.example.Sample
                type Item (id: string, note: ?string)
                method List() -> (event: string, item: ?Item, revisionNumber: ?int, names: ?[]string)
                """)
        let columns = ReplyColumns(of: try #require(interface.method(named: "List")).reply, in: interface)
        #expect(columns.columns.map(\.heading) == ["EVENT", "ID", "NOTE", "REVISION NUMBER", "NAMES"])
        #expect(columns.cells(of: ["event": "ready", "revisionNumber": 3]) == ["ready", "-", "-", "3", "-"])
        #expect(
            columns.cells(of: ["event": "added", "item": ["id": "a\nb", "note": nil], "names": ["x", "y"]])
                == ["added", "a\\nb", "-", "-", "x, y"])
        #expect(columns.cells(of: [:]) == nil)
    }
}

@Suite("The options that every command has")
struct GlobalOptionsTests {
    @Test("are taken from anywhere on the line, and leave the command")
    func taking() throws {
        var words = ["items", "--json", "add", "--socket", "/a", "Tea", "--timeout=2.5", "3"]
        let options = try GlobalOptions(takingFrom: &words)
        #expect(words == ["items", "add", "Tea", "3"])
        #expect(options.json)
        #expect(options.socket == "/a")
        #expect(options.timeout == .seconds(2.5))
    }

    @Test("are no options behind --")
    func rest() throws {
        var words = ["items", "add", "--", "--json", "3"]
        let options = try GlobalOptions(takingFrom: &words)
        #expect(!options.json)
        #expect(words == ["items", "add", "--", "--json", "3"])
    }

    @Test(
        "are refused without their values",
        arguments: [["--socket"], ["--timeout", "soon"], ["--timeout", "0"], ["--timeout=-1"]])
    func refusing(words: [String]) {
        var words = words
        #expect(throws: CommandFailure.self) { try GlobalOptions(takingFrom: &words) }
    }
}

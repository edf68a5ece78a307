import CommandModel
import Glibc
import Testing
import Varlink

@testable import trellisctl

@Suite("A table", .timeLimit(.minutes(2)))
struct TableTests {
    private func lines(_ table: Table, _ rows: [[String]]) -> [String] {
        [table.headerLine()] + rows.map { table.line(of: $0) }
    }

    @Test("aligns its columns, also with wide characters and without values")
    func aligned() {
        let rows = [["Tea", "3", "x"], ["抹茶", "12", ""]]
        let table = Table(header: ["TITLE", "COUNT", "NOTE"], rows: rows, kinds: [.text, .number, .text])
        #expect(lines(table, rows) == ["TITLE  COUNT  NOTE", "Tea        3  x", "抹茶      12  -"])
        #expect(table.line(of: ["A much longer title", "1", "z"]) == "A much longer title      1  z")
    }

    @Test("omits columns without values on a terminal, and no columns elsewhere")
    func empty() {
        let rows = [["Tea", ""], ["Rice", ""]]
        #expect(lines(Table(header: ["TITLE", "NOTE"], rows: rows, columns: 80), rows) == ["TITLE", "Tea", "Rice"])
        #expect(lines(Table(header: ["TITLE", "NOTE"], rows: rows), rows) == ["TITLE  NOTE", "Tea    -", "Rice   -"])
        #expect(Table(header: ["TITLE", "NOTE"], rows: rows, columns: 80).lacks(["Tea", "green"]))
    }

    @Test("truncates the widest text on a narrow terminal, but no numbers")
    func narrow() {
        let rows = [["a title of some length", "123456789", "short"]]
        let table = Table(header: ["TITLE", "COUNT", "NOTE"], rows: rows, kinds: [.text, .number, .text], columns: 30)
        #expect(table.fits)
        #expect(lines(table, rows) == ["TITLE             COUNT  NOTE", "a title of …  123456789  short"])
    }

    @Test("truncates text between wide characters")
    func wide() {
        #expect(TextWidth.cut("抹茶抹茶", to: 6) == "抹茶…")
        #expect(TextWidth.cut("抹茶抹茶", to: 8) == "抹茶抹茶")
    }

    @Test(
        "shortens times to minutes and then to days, before it truncates text",
        arguments: [
            (60, "2026-11-21 08:05:12"), (40, "2026-11-21 08:05"), (34, "2026-11-21 08:05"), (22, "2026-11-21"),
        ])
    func times(columns: Int, shown: String) {
        let rows = [["a title of 21 letters", "2026-11-21 08:05:12"]]
        let table = Table(header: ["TITLE", "MADE"], rows: rows, kinds: [.text, .time], columns: columns)
        #expect(table.fits)
        let line = table.line(of: rows[0])
        #expect(line.hasSuffix("  " + shown))
        #expect(TextWidth.columns(of: line) <= columns)
    }

    @Test("reports that it does not fit a terminal that is too narrow")
    func tooNarrow() {
        let row = ["123456789012", "123456789012"]
        let table = Table(header: ["A", "B"], rows: [row], kinds: [.number, .number], columns: 20)
        #expect(!table.fits)
    }
}

@Suite("The table of a stream", .timeLimit(.minutes(2)))
struct StreamTableTests {
    @Test("omits columns without values on a terminal, and adds them when a value arrives")
    func late() async throws {
        try await withSampleDaemon { daemon in
            daemon.state.place([["title": "Bell", "loudness": "loud"]])
            let terminal = try Terminal(["sample", "hear"], daemon: daemon, columns: 80)
            try await terminal.wait { $0 == ["TITLE  LOUDNESS", "Bell   loud"] }
            daemon.state.place([["title": "Drum", "heard": "2026-11-21T08:05:12Z"]])
            let second = ["TITLE  LOUDNESS  HEARD", "Drum   -         2026-11-21 08:05:12"]
            try await terminal.wait { $0.dropFirst(2) == second[...] }
            // Printed rows are not changed: the table continues below its new header.
            daemon.state.place([["title": "Gong", "loudness": "soft"]])
            try await terminal.wait { $0.dropFirst(2) == (second + ["Gong   soft      -"])[...] }
            terminal.program.signal(SIGINT)
            _ = await terminal.program.end()
        }
    }

    @Test("shows identifiers completely on a terminal, and says how if they have no room", arguments: [40, 50])
    func identifiers(columns: Int) async throws {
        let identifier = "5f0c1f3e-8b44-4a52-9d83-0b6ae8f2a9c1"
        try await withSampleDaemon { daemon in
            daemon.state.place([["title": .string(identifier), "loudness": "as loud as a bell"]])
            let list = try Program(
                Program.trellisctl, ["sample", "list"], variables: daemon.variables, over: .terminal(columns: columns))
            let lines = await list.end().output.split(whereSeparator: \.isNewline)
            if columns == 50 {
                #expect(lines.last == "\(identifier)  as loud as …")
            } else {
                #expect(lines.dropLast().last == "5f0c1f3e-8b44-4a52-9…  as loud as a bell")
                #expect(
                    lines.last
                        == "trellisctl: the terminal is too narrow for the identifiers; --full shows them")
            }
        }
    }

    @Test("has every column for a script, even columns without values")
    func script() async throws {
        try await withSampleDaemon { daemon in
            daemon.state.place([["title": "Bell"]])
            let list = try await Program.run(["sample", "list"], variables: daemon.variables)
            #expect(list.output == "TITLE  LOUDNESS  X  Y  HEARD\nBell   -         -  -  -\n")
        }
    }
}

@Suite("The columns of replies", .timeLimit(.minutes(2)))
struct ReplyColumnsTests {
    private func columns(_ text: String, isLocalTime: Bool = false) throws -> ReplyColumns {
        let interface = try InterfaceDescription(parsing: text)
        return ReplyColumns(
            of: try #require(interface.method(named: "List")).reply, in: interface, isLocalTime: isLocalTime)
    }

    @Test("expand structures, and omit replies without a value")
    func spreading() throws {
        let columns = try columns(
            """
            interface org.example.Sample
            type Item (id: string, note: ?string)
            method List() -> (event: string, item: ?Item, revisionNumber: ?int, names: ?[]string)
            """)
        #expect(columns.columns.map(\.heading) == ["EVENT", "ID", "NOTE", "REVISION NUMBER", "NAMES"])
        #expect(columns.columns.map(\.isNumber) == [false, false, false, true, false])
        #expect(columns.cells(of: ["event": "ready", "revisionNumber": 3]) == ["ready", "", "", "3", ""])
        #expect(
            columns.cells(of: ["event": "added", "item": ["id": "a\nb", "note": nil], "names": ["x", "y"]])
                == ["added", "a\\nb", "", "", "x, y"])
        #expect(columns.cells(of: [:]) == nil)
    }

    @Test("have qualified headings when two names are equal, and expand a recursive type once")
    func headings() throws {
        let columns = try columns(
            """
            interface org.example.Sample
            type Item (revision: int, owner: Person)
            type Person (name: string, friend: ?Person)
            method List() -> (item: Item, revision: int)
            """)
        #expect(columns.columns.map(\.heading) == ["ITEM REVISION", "OWNER NAME", "FRIEND NAME", "FRIEND", "REVISION"])
    }

    @Test("expand at most 256 structures and fields of a hostile contract, and show the rest as JSON")
    func hostileContract() throws {
        let fields = { (type: String) in (0..<10).map { "f\($0): \(type)" }.joined(separator: ", ") }
        let types = (1...13).map { "type L\($0) (\(fields($0 == 13 ? "int" : "L\($0 + 1)")))" }
        let columns = try columns(
            (["interface org.example.Hostile"] + types + ["method List() -> (\(fields("L1")))"])
                .joined(separator: "\n"))
        #expect(columns.columns.count == 100)
        #expect(columns.columns.last?.heading == "F9 F9")
        let cells = try #require(columns.cells(of: ["f9": ["f9": ["f0": ["f0": 1]]]]))
        #expect(cells.last == #"{"f0":{"f0":1}}"#)
    }

    @Test(
        "show values in a readable form",
        arguments: [
            (true, "yes"), (false, "no"), (["a", 1], "a, 1"), (["x": 1, "y": "b"], "x=1, y=b"),
            (["x": ["y": 1]], #"{"x":{"y":1}}"#),
        ] as [(JSONValue, String)])
    func values(value: JSONValue, shown: String) {
        #expect(ReplyColumns.text(value) == shown)
    }

    @Test(
        "show times of RFC 3339 in the local time zone",
        arguments: [
            ("2026-11-21T08:05:12.500Z", 1_795_248_312), ("2026-11-21t08:05:12z", 1_795_248_312),
            ("2026-11-21T08:05:12+02:30", 1_795_239_312), ("1970-01-01T00:00:00-00:30", 1800),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
        ])
    func times(text: String, seconds: Int) {
        var (time, parts) = (seconds, tm())
        localtime_r(&time, &parts)
        var expected = [CChar](repeating: 0, count: 32)
        let count = strftime(&expected, expected.count, "%Y-%m-%d %H:%M:%S", &parts)
        #expect(TimeText.local(text) == String(decoding: expected[..<count].map { UInt8($0) }, as: UTF8.self))
    }

    @Test(
        "show any other text unchanged",
        arguments: [
            "2026-11-21 08:05:12", "2026-02-30T08:05:12Z", "2026-11-21T08:05:12", "a text of some length", "",
        ])
    func otherTexts(text: String) {
        #expect(TimeText.local(text) == nil)
    }
}

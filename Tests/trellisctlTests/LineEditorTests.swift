import Testing

@testable import trellisctl

@Suite("Editing a line")
struct LineEditorTests {
    /// The line after some bytes from a terminal, with `|` at the cursor.
    private func edited(_ typed: String, history: [String] = []) -> String {
        var reader = KeyReader()
        var editor = LineEditor(history: history)
        for key in reader.keys(of: Array(typed.utf8)) { _ = editor.take(key) }
        var text = editor.buffer
        text.insert("|")
        return text.text
    }

    @Test(
        "goes by the keys of Emacs, and those of the keyboard",
        arguments: [
            ("abc", "abc|"), ("abc\u{02}\u{02}", "a|bc"), ("abc\u{1B}[D\u{1B}OD", "a|bc"), ("abc\u{01}", "|abc"),
            ("abc\u{1B}[H", "|abc"), ("abc\u{01}\u{05}", "abc|"), ("abc\u{1B}[1~\u{1B}[4~", "abc|"),
            ("abc\u{7F}", "ab|"),
            ("abc\u{01}\u{04}", "|bc"), ("abc\u{01}\u{1B}[3~", "|bc"), ("one two\u{17}", "one |"),
            ("one two\u{1B}b\u{0B}", "one |"), ("one two\u{15}", "|"), ("one two\u{17}\u{19}\u{19}", "one twotwo|"),
            ("one two\u{01}\u{1B}f", "one| two"), ("one two\u{01}\u{1B}[1;5C", "one| two"),
            ("one two\u{1B}[1;5D", "one |two"),
            ("one two\u{01}\u{1B}d", "| two"), ("one-two\u{1B}\u{7F}", "one-|"), ("abc\u{14}", "acb|"),
            ("abc\u{01}\u{06}\u{14}", "ba|c"), ("a\u{1B}[200~b\nc\td\u{1B}[201~e", "ab c de|"),
            ("e\u{301}x\u{7F}\u{7F}", "|"),
            ("a\u{01}\u{301}", "\u{301}|a"), ("👩‍👩‍👧\u{7F}", "|"), ("ab\u{1B}[99~\u{1B}x", "ab|"),
            ("\u{02}\u{7F}\u{17}", "|"),
        ])
    func keys(typed: String, line: String) {
        #expect(edited(typed) == line)
    }

    @Test(
        "goes back in the history, and returns to the new line",
        arguments: [
            ("new\u{1B}[A", "two|"), ("\u{10}\u{10}", "one|"), ("\u{10}\u{10}\u{10}", "one|"),
            ("new\u{10}\u{0E}", "new|"),
            ("new\u{10}\u{10}\u{1B}[B\u{1B}OB", "new|"), ("\u{10}x\u{0E}\u{10}", "two|"),
        ])
    func history(typed: String, line: String) {
        #expect(edited(typed, history: ["one", "two"]) == line)
    }

    @Test(
        "searches the history backwards",
        arguments: [
            ("\u{12}add", "add rice|"), ("\u{12}add\u{12}", "add tea|"), ("\u{12}add\u{12}\u{12}", "add tea|"),
            ("\u{12}tea\u{7F}\u{7F}\u{7F}", "list tea|"), ("\u{12}add\u{01}", "|add rice"), ("x\u{12}zzz\u{07}", "x|"),
        ])
    func searching(typed: String, line: String) {
        #expect(edited(typed, history: ["add tea", "add rice", "list tea"]) == line)
    }

    @Test("ends by Enter, Ctrl-D on an empty line, and Ctrl-C")
    func ends() {
        var editor = LineEditor()
        #expect(editor.take(.control("d")) == .end)
        #expect(editor.take(.text("a")) == .show)
        #expect(editor.take(.control("d")) == .bell)
        #expect(editor.take(.control("c")) == .interrupt)
        #expect(editor.take(.enter) == .submit)
        #expect(editor.take(.tab) == .complete)
    }

    @Test("puts keys together that come in pieces, and knows a lone Escape")
    func pieces() {
        var reader = KeyReader()
        #expect(reader.keys(of: [0x1B]) == [])
        #expect(reader.keys(of: Array("[".utf8)) == [])
        #expect(reader.keys(of: Array("A".utf8)) == [.up])
        #expect(reader.keys(of: [0xE6, 0x8A]) == [])
        #expect(reader.keys(of: [0xB9]) == [.text("抹")])
        #expect(reader.keys(of: [0x61, 0xE6]) == [.text("a")])
        #expect(reader.isPending)
        #expect(reader.keys(of: [0x8A, 0xB9, 0x1B]) == [.text("抹")])
        #expect(reader.flush() == .escape)
        #expect(!reader.isPending)
        #expect(reader.keys(of: Array("\u{1B}[200~a".utf8)) == [])
        #expect(reader.keys(of: Array("\u{1B}b\u{1B}[201~".utf8)) == [.paste("a\u{1B}b")])
    }
}

@Suite("Showing a line")
struct LineScreenTests {
    @Test(
        "puts the cursor where it is, over as many rows as the line needs",
        arguments: [
            ("abc", 3, ["> abc"], 0, 5), ("abc", 1, ["> abc"], 0, 3), ("abcdefgh", 8, ["> abcdefgh", ""], 1, 0),
            ("abcdefghijk", 11, ["> abcdefgh", "ijk"], 1, 3), ("abcdefghijk", 2, ["> abcdefgh", "ijk"], 0, 4),
            ("abcdefghijk", 8, ["> abcdefgh", "ijk"], 1, 0), ("抹茶抹茶x", 5, ["> 抹茶抹茶", "x"], 1, 1),
            ("a抹茶抹茶", 5, ["> a抹茶抹", "茶"], 1, 2), ("", 0, [">"], 0, 2),
        ])
    func places(text: String, cursor: Int, rows: [String], row: Int, column: Int) {
        var buffer = LineBuffer(text)
        buffer.move(to: cursor)
        var line = LineScreen()
        let screen = Screen(line.show("> ", buffer, columns: 10), columns: 10)
        #expect(screen.rows == rows)
        #expect(screen.cursor == (row, column))
    }

    @Test("takes away what was shown before, and leaves the line behind")
    func changes() {
        var line = LineScreen()
        var output = line.show("> ", LineBuffer("abcdefghijklmnopqrstuvwxyz"), columns: 10)
        output += line.show("> ", LineBuffer("abc"), columns: 10)
        #expect(Screen(output, columns: 10).rows.filter { !$0.isEmpty } == ["> abc"])
        output += line.leave("> ", LineBuffer("abcdefgh"), columns: 10) + line.show("> ", LineBuffer("x"), columns: 10)
        #expect(Screen(output, columns: 10).rows.filter { !$0.isEmpty } == ["> abcdefgh", "> x"])
        #expect(Screen(output, columns: 10).cursor == (1, 3))
    }
}

@Suite("Completing a line")
struct LineCompletionTests {
    private func completed(_ written: String, _ words: [String], length: Int) -> String? {
        var buffer = LineBuffer(written)
        let changed = buffer.apply(LineCompletion(length: length, candidates: words.map { .init($0) }))
        return changed ? buffer.text : nil
    }

    @Test("puts in the only word and a blank, or what all words share")
    func applying() {
        #expect(completed("items ad", ["add"], length: 2) == "items add ")
        #expect(completed("items ", ["add"], length: 0) == "items add ")
        #expect(completed("items l", ["list", "lisp"], length: 1) == "items lis")
        #expect(completed("items lis", ["list", "lisp"], length: 3) == nil)
        #expect(completed("items add", ["add"], length: 3) == "items add ")
        #expect(completed("items 'ad", ["add"], length: 3) == "items add ")
    }
}

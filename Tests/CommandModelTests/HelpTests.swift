import Testing

@testable import CommandModel

@Suite("The help", .timeLimit(.minutes(2)))
struct HelpTests {
    @Test("lists the usage, arguments and options of a command")
    func command() throws {
        guard case .help(let path) = try sample.request(["move", "--help"]) else { throw CancellationError() }
        #expect(
            HelpWriter(path: path).text == """
                Usage: sample move <from> [<to>] [OPTION …]

                Move items.

                Arguments:
                  <from>  The source.
                  <to>    The destination.

                Options:
                  --quiet            Print nothing.
                  -n, --count COUNT  The number of items. (default: 10)
                  --colour COLOUR    The colour.
                                       red    Like blood.
                                       green
                  --file FILE        The file.
                  --tag TAG          A tag. (may be repeated)
                  --[no-]is-loud     The loudness.
                  --notes JSON       The notes. (one entry: --notes.KEY VALUE)
                  -h, --help         Show help.

                Every command takes --socket PATH; see sample(1).
                """)
    }

    @Test("lists the commands of a program within the width of a narrow terminal")
    func program() {
        let text = HelpWriter(path: [sample], columns: 40).text
        #expect(text.contains("\nCommands:\n  move   Move items.\n  group  Group items.\n"))
        #expect(text.contains("\n  --version      Show the version."))
        #expect(text.hasSuffix("\nUse 'sample COMMAND --help' for the help\nof a command."))
        #expect(text.split(separator: "\n").allSatisfy { TextWidth.columns(of: String($0)) <= 40 })
    }
}

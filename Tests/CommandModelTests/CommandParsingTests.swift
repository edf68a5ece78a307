import Testing

@testable import CommandModel

/// A program with every kind of parameter.
let sample: Command = {
    let move = Command(
        "move", summary: "Move items.",
        parameters: [
            .argument("from", "The source."),
            .argument("to", isRequired: false, "The destination."),
            .flag("quiet", "Print nothing."),
            .option("count", "COUNT", "The number of items.", .integer(minimum: 1)).with {
                $0.shortName = "n"
                $0.defaultValue = "10"
            },
            .option("colour", "COLOUR", "The colour.", .choice([.init("red", "Like blood."), .init("green")])),
            .option("file", "FILE", "The file.", .path),
            .option("tag", "TAG", "A tag.").with { $0.isRepeated = true },
            CommandParameter(
                name: "is-loud", placement: .option, form: .toggle, kind: .boolean, valueName: "yes|no",
                summary: "The loudness."
            ).with { $0.aliases = ["isLoud"] },
            CommandParameter(
                name: "notes", placement: .option, form: .entries, kind: .text, valueName: "JSON", summary: "The notes."
            ),
        ])
    let join = Command(
        "join", summary: "Join items.",
        parameters: [
            .argument("first", "The first item."), .argument("rest", "The other items.").with { $0.isRepeated = true },
        ])
    var root = Command(
        "sample", summary: "Show everything.",
        parameters: [.option("socket", "PATH", "The socket.", .path).with { $0.isInherited = true }],
        subcommands: [move, Command("group", summary: "Group items.", subcommands: [join])])
    root.version = "sample 1"
    root.manual = "sample(1)"
    return root
}()

@Suite("The parser", .timeLimit(.minutes(2)))
struct CommandParsingTests {
    private func arguments(_ words: [String]) throws -> ParsedArguments {
        guard case .run(_, let arguments) = try sample.request(words) else {
            Issue.record("\(words) is not run")
            return ParsedArguments()
        }
        return arguments
    }

    @Test(
        "reads values by name and by position",
        arguments: [
            (["move", "a", "b"], ["from=a", "to=b"]),
            (["move", "--count", "3", "a"], ["count=3", "from=a"]),
            (["move", "-n", "3", "a"], ["count=3", "from=a"]), (["move", "-n3", "a"], ["count=3", "from=a"]),
            (["move", "--count=3", "a", "--quiet"], ["count=3", "quiet=true", "from=a"]),
            (["move", "--socket", "/s", "a"], ["socket=/s", "from=a"]),
            (["move", "--tag", "x", "a", "--tag=--y"], ["tag=x", "tag=--y", "from=a"]),
            (
                ["move", "--no-is-loud", "--isLoud", "--is-loud=no", "a"],
                ["is-loud=false", "is-loud=true", "is-loud=no", "from=a"]
            ),
            (["move", "--notes.a.b", "c", "a"], ["notes.a.b=c", "from=a"]),
            (["move", "--", "--quiet"], ["from=--quiet"]), (["move", "-3", "-"], ["from=-3", "to=-"]),
            (["group", "join", "a", "b", "c"], ["first=a", "rest=b", "rest=c"]),
        ])
    func reads(words: [String], values: [String]) throws {
        let read = try arguments(words).occurrences.map { occurrence in
            occurrence.parameter.name + (occurrence.key.map { ".\($0)" } ?? "") + "=\(occurrence.text)"
        }
        #expect(read == values)
    }

    @Test(
        "rejects an invalid command line with the reason and a remedy",
        arguments: [
            (["mvoe"], "unknown command 'mvoe'.\nDid you mean 'move'?"),
            (["refrigerate"], "unknown command 'refrigerate'.\nCommands: move, group."),
            (["move", "--cuont", "3", "a"], "unknown option --cuont.\nDid you mean '--count'?"),
            (
                ["move", "-x", "a"],
                "unknown option -x.\nTo pass '-x' as a value, put '--' before it.\nUsage: sample move <from> [<to>] [OPTION …]"
            ),
            (
                ["move", "--count", "--quiet", "a"],
                "missing value for --count: COUNT.\n'--quiet' is an option. To pass it as the value, join the two: --count=--quiet"
            ),
            (["move", "--count"], "missing value for --count: COUNT"),
            (["move", "--quiet=yes", "a"], "--quiet takes no value"),
            (["move", "--no-is-loud=yes", "a"], "--no-is-loud takes no value"),
            (["move"], "missing argument 'from'.\nUsage: sample move <from> [<to>] [OPTION …]"),
            (["move", "a", "b", "c"], "unexpected argument 'c'.\nUsage: sample move <from> [<to>] [OPTION …]"),
            (["move", "a", "--count", "0"], "invalid value for --count: expected a positive integer, got '0'"),
            (
                ["move", "a", "--count", "99999999999999999999"],
                "invalid value for --count: expected a 64-bit integer, got '99999999999999999999'"
            ),
            (
                ["move", "a", "--colour", "gren"],
                "invalid value for --colour: expected one of red, green, got 'gren'.\nDid you mean 'green'?"
            ),
            (
                ["move", "a", "--file="],
                "invalid value for --file: expected a path, got ''.\nAn unset variable of the shell may be the cause."
            ),
            (["move", "a", "--is-loud=loud"], "invalid value for --is-loud: expected true or false, got 'loud'"),
        ])
    func rejects(words: [String], message: String) {
        let error = #expect(throws: CommandLineError.self) { try sample.request(words) }
        #expect(error?.description == message)
    }

    @Test(
        "finds requests for help and for the version",
        arguments: [
            ([], "sample"), (["--help"], "sample"), (["help"], "sample"), (["move", "-h"], "sample move"),
            (["help", "group", "join"], "sample group join"), (["group"], "sample group"),
            (["move", "x", "--help", "y"], "sample move"),
        ])
    func help(words: [String], path: String) throws {
        guard case .help(let found) = try sample.request(words) else { throw CancellationError() }
        #expect(found.map(\.name).joined(separator: " ") == path)
        guard case .version(let version) = try sample.request(["--version"]) else { throw CancellationError() }
        #expect(version == "sample 1")
        guard case .run = try sample.request(["move", "--", "--help"]) else { throw CancellationError() }
    }

    @Test("extracts options from anywhere before --, and leaves the other words")
    func extracting() throws {
        var words = ["move", "--count", "3", "--socket", "/s", "a", "--", "--socket", "b"]
        let found = try CommandParser(sample.inheritedParameters, line: words).extract(from: &words)
        #expect(found.text("socket") == "/s")
        #expect(words == ["move", "--count", "3", "a", "--", "--socket", "b"])
    }

    @Test(
        "quotes words that a shell would split or expand",
        arguments: [("a", "a"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''")])
    func quoting(word: String, quoted: String) {
        #expect(ShellQuoting.quoted(word) == quoted)
    }
}

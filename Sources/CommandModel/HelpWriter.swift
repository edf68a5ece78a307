/// Writes the help of a command.
public struct HelpWriter: Sendable {
    /// The commands from the program to the command itself.
    private let path: [Command]

    /// The maximum width of a line.
    private let columns: Int

    /// The words of the command line up to the command.
    private let start: [String]

    private var command: Command { path[path.count - 1] }

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - path: The commands from the program to the command itself, at least one.
    ///   - columns: The maximum width of a line; 80 by default.
    ///   - start: The words of a command line up to the command itself; by default the names of the path.
    public init(path: [Command], columns: Int = 80, start: [String]? = nil) {
        self.path = path
        self.columns = columns
        self.start = start ?? path.map(\.name)
    }

    /// The help, without a newline at its end.
    public var text: String {
        var lines = usageLines
        lines += block(TextLayout.lines(of: command.summary, columns: columns))
        lines += block(TextLayout.paragraphs(of: command.discussion, columns: columns))
        for (title, commands) in Self.grouped(command.subcommands, by: { $0.section ?? "Commands" }) {
            lines += section(title, commands.map { .init($0.name, [$0.summary]) })
        }
        let shown = command.parameters.filter { !$0.isHidden }
        let options = shown.filter { !$0.isPositional && $0.section == nil }
        lines += section("Arguments", shown.filter { $0.isPositional && $0.section == nil }.map(Self.entry))
        lines += section(
            "Options", options.map(Self.entry) + [Self.help] + (command.version == nil ? [] : [Self.version]))
        for (title, parameters) in Self.grouped(shown.filter { $0.section != nil }, by: { $0.section ?? "" }) {
            lines += section(title, parameters.map(Self.entry))
        }
        for further in command.sections { lines += section(further.title, further.entries) }
        let inherited = path.dropLast().flatMap(\.inheritedParameters)
        if !inherited.isEmpty {
            let names = inherited.map(\.usage).joined(separator: ", ")
            let manual = path.compactMap(\.manual).first.map { "; see \($0)" } ?? ""
            lines += block(TextLayout.lines(of: "Every command takes \(names)\(manual).", columns: columns))
        }
        if !command.subcommands.isEmpty {
            let line = (start + ["COMMAND", "--help"]).joined(separator: " ")
            lines += block(TextLayout.lines(of: "Use '\(line)' for the help of a command.", columns: columns))
        }
        return lines.joined(separator: "\n")
    }

    /// Groups values by a title, in the order in which the titles first occur.
    private static func grouped<Value>(_ values: [Value], by title: (Value) -> String) -> [(String, [Value])] {
        var titles: [String] = []
        for value in values where titles.last != title(value) && !titles.contains(title(value)) {
            titles.append(title(value))
        }
        return titles.map { wanted in (wanted, values.filter { title($0) == wanted }) }
    }

    /// The usage in one line: `Usage: trellisctl call <method> [<parameters>] [OPTION …]`.
    public var usageLine: String { "Usage: \(synopsis)" }

    private var usageLines: [String] {
        guard !command.usage.isEmpty else {
            return TextLayout.lines(of: usageLine, columns: columns)
        }
        let heading = "Usage: "
        return command.usage.flatMap { usage in
            TextLayout.lines(of: (start + [usage]).joined(separator: " "), columns: columns - heading.count)
        }.enumerated().map { number, line in
            (number == 0 ? heading : String(repeating: " ", count: heading.count)) + line
        }
    }

    private var synopsis: String {
        let shown = command.parameters.filter { !$0.isHidden && $0.section == nil }
        let arguments = shown.filter(\.isPositional).map { parameter in
            let name = "<\(parameter.name)>" + (parameter.isRepeated ? " …" : "")
            return parameter.isRequired ? name : "[\(name)]"
        }
        let required = shown.filter { !$0.isPositional && $0.isRequired }.map(\.usage)
        let hasOptions = shown.contains { !$0.isPositional && !$0.isRequired }
        let words =
            start + (command.subcommands.isEmpty ? [] : [command.runsAlone ? "[COMMAND …]" : "COMMAND …"]) + arguments
            + required
        return (words + (hasOptions ? ["[OPTION …]"] : [])).joined(separator: " ")
    }

    private static let help = HelpSection.Entry("-h, --help", ["Show help."])
    private static let version = HelpSection.Entry("--version", ["Show the version."])

    private static func entry(_ parameter: CommandParameter) -> HelpSection.Entry {
        var notes: [String] = []
        if parameter.isRepeated {
            switch parameter.placement {
            case .argument: notes.append("takes all remaining words")
            case .either: notes.append("takes all remaining words; as an option, may be repeated")
            case .option: notes.append("may be repeated")
            }
        }
        if parameter.form == .entries { notes.append("one entry: --\(parameter.name).KEY VALUE") }
        if let value = parameter.defaultValue { notes.append("default: \(value)") }
        let note = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
        let text = [parameter.summary, note].filter { !$0.isEmpty }.joined(separator: " ")
        var items: [Completion.Candidate] = []
        if case .choice(let words) = parameter.kind { items = words }
        let short = parameter.shortName.map { "-\($0), " } ?? ""
        return HelpSection.Entry(short + parameter.usage, [text], items: items)
    }

    private func block(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines }

    private func section(_ title: String, _ entries: [HelpSection.Entry]) -> [String] {
        guard !entries.isEmpty else { return [] }
        let width = columns - TextLayout.widestTerm - 4
        let list = entries.map { entry in
            let items = entry.items.map { ($0.word, $0.summary.isEmpty ? [] : [$0.summary]) }
            return (entry.term, entry.text.filter { !$0.isEmpty } + TextLayout.list(items, columns: width))
        }
        return ["", "\(title):"] + TextLayout.list(list, columns: columns)
    }
}

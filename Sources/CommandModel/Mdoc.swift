/// The sections of a manual page that are generated from commands, in mdoc(7).
public enum Mdoc {
    /// Returns a list of options and arguments, each with its summary and its default.
    ///
    /// - Parameter parameters: The options and arguments; hidden ones are omitted.
    /// - Returns: The lines in mdoc(7); empty if no parameter is shown.
    public static func list(of parameters: [CommandParameter]) -> [String] {
        list(
            parameters.filter { !$0.isHidden }.map { parameter in
                let fallback = parameter.defaultValue.map { ["The default is " + text($0) + "."] } ?? []
                return (item(parameter), paragraph(parameter.summary) + fallback)
            })
    }

    /// Returns list items for the subcommands of a command, each with its synopsis, its discussion and its options.
    ///
    /// - Parameters:
    ///   - command: The command whose subcommands are listed.
    ///   - path: The names of the commands that lead to the command; none by default.
    /// - Returns: The lines, without the beginning and the end of the list.
    public static func commands(under command: Command, path: [String] = []) -> [String] {
        command.subcommands.flatMap { command -> [String] in
            let path = path + [command.name]
            guard command.subcommands.isEmpty else { return commands(under: command, path: path) }
            let operands = command.parameters.filter { !$0.isHidden }.map(operand)
            let synopsis = (["Cm " + path.joined(separator: " ")] + operands).joined(separator: " ")
            let discussion = paragraphs(command.discussion.joined(separator: "\n"))
            return [".It " + synopsis] + paragraph(command.summary)
                + (discussion.isEmpty ? [] : [".Pp"] + discussion) + list(of: command.parameters)
        }
    }

    /// Returns a tagged list.
    ///
    /// - Parameter items: For each item, the macros of its tag and the lines below the tag.
    /// - Returns: The lines in mdoc(7); empty for an empty list.
    public static func list(_ items: [(tag: String, lines: [String])]) -> [String] {
        items.isEmpty ? [] : [".Bl -tag -width Ds"] + items.flatMap { [".It " + $0.tag] + $0.lines } + [".El"]
    }

    /// Returns running text with one sentence per line.
    ///
    /// Lines are escaped so that none is read as a macro.
    ///
    /// - Parameter paragraph: Plain text.
    /// - Returns: The lines in mdoc(7).
    public static func paragraph(_ paragraph: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in paragraph.split(whereSeparator: \.isWhitespace) {
            line += (line.isEmpty ? "" : " ") + text(word)
            if word.hasSuffix(".") {
                lines.append(line)
                line = ""
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }
    }

    /// Returns a text that is safe as an argument of a macro and as running text.
    ///
    /// - Parameter text: Plain text.
    /// - Returns: The text without characters that mdoc(7) interprets.
    public static func text(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            case "'": escaped += "\\(aq"
            case "\n": escaped += " "
            case "…": escaped += "..."
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// Converts text whose paragraphs are separated by empty lines.
    private static func paragraphs(_ text: String) -> [String] {
        var paragraphs: [[String]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(String(line)) }
        }
        let parts = paragraphs.filter { !$0.isEmpty }.map { paragraph($0.joined(separator: " ")) }
        return Array(parts.joined(separator: [".Pp"]))
    }

    private static func flag(_ name: String, _ value: String?) -> String {
        "Fl \\-" + text(name) + (value.map { " Ar " + text($0) } ?? "")
    }

    /// Returns the tag of an option or an argument in a list.
    private static func item(_ parameter: CommandParameter) -> String {
        guard parameter.placement != .argument else { return "Ar " + text(parameter.name) }
        let value = parameter.valueName.isEmpty ? nil : parameter.valueName
        let short = parameter.shortName.map { "Fl " + text($0) + (value.map { " Ar " + text($0) } ?? "") + " , " }
        return (short ?? "") + flag(parameter.name, value)
    }

    /// Returns an option or an argument as it appears in a synopsis.
    private static func operand(_ parameter: CommandParameter) -> String {
        let value = parameter.valueName.isEmpty ? nil : parameter.valueName
        let item = parameter.placement == .argument ? "Ar " + text(parameter.name) : flag(parameter.name, value)
        return (parameter.isRequired ? item : "Oo " + item + " Oc") + (parameter.isRepeated ? " No ..." : "")
    }
}

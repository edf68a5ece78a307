import CommandModel

/// The language of manual pages, mdoc(7).
enum Mdoc {
    /// A text as arguments or running text: without what would be taken for the language's own.
    static func text(_ text: some StringProtocol) -> String {
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

    /// Running text: each sentence in a line of its own, none of which can be taken for a macro.
    static func paragraph(_ paragraph: String) -> [String] {
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

    /// Running text with paragraphs, which empty lines divide.
    static func paragraphs(_ paragraphs: String) -> [String] {
        let parts = paragraphs.split(separator: "\n\n").map { paragraph(String($0)) }
        return Array(parts.joined(separator: [".Pp"]))
    }

    /// Returns a list of options and arguments.
    static func list(of parameters: [CommandParameter]) -> [String] {
        list(
            parameters.filter { !$0.isHidden }.flatMap { parameter -> [String] in
                let fallback = parameter.defaultValue.map { ["The default is " + text($0) + "."] } ?? []
                return [".It " + item(parameter)] + paragraph(parameter.summary) + fallback
            })
    }

    /// Returns the commands under a command, each with its options.
    static func commands(under command: Command, path: [String]) -> [String] {
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

    /// Keys of the configuration as a list.
    static func settings(_ settings: [ProgramDescription.Setting]) -> [String] {
        list(
            settings.flatMap { setting -> [String] in
                let fallback = setting.default.map { $0.isEmpty ? "" : "; " + text($0) + " unless set" } ?? ""
                return [".It Ic " + text(setting.key)] + paragraph(setting.summary)
                    + ["It takes " + text(setting.takes) + fallback + "."]
            })
    }

    /// The keys of each plugin, under a heading of its own.
    static func settingsOfPlugins(_ settings: [ProgramDescription.Setting]) -> [String] {
        var plugins: [Substring] = []
        for plugin in settings.compactMap(\.plugin) where !plugins.contains(plugin) { plugins.append(plugin) }
        return plugins.flatMap { plugin in
            [".Ss The plugin " + text(plugin)] + self.settings(settings.filter { $0.plugin == plugin })
        }
    }

    private static func list(_ items: [String]) -> [String] {
        items.isEmpty ? [] : [".Bl -tag -width Ds"] + items + [".El"]
    }

    private static func flag(_ name: String, _ value: String?) -> String {
        "Fl \\-" + text(name) + (value.map { " Ar " + text($0) } ?? "")
    }

    /// An option or an argument as the tag of a list.
    private static func item(_ parameter: CommandParameter) -> String {
        guard parameter.placement != .argument else { return "Ar " + text(parameter.name) }
        let value = parameter.valueName.isEmpty ? nil : parameter.valueName
        let short = parameter.shortName.map { "Fl " + text($0) + (value.map { " Ar " + text($0) } ?? "") + " , " }
        return (short ?? "") + flag(parameter.name, value)
    }

    /// An option or an argument in a synopsis.
    private static func operand(_ parameter: CommandParameter) -> String {
        let value = parameter.valueName.isEmpty ? nil : parameter.valueName
        let item = parameter.placement == .argument ? "Ar " + text(parameter.name) : flag(parameter.name, value)
        return (parameter.isRequired ? item : "Oo " + item + " Oc") + (parameter.isRepeated ? " No ..." : "")
    }
}

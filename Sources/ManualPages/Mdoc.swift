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

    /// Options as a list.
    static func options(_ options: [ProgramDescription.Option]) -> [String] {
        list(options.flatMap { [".It " + flag($0.name, $0.valueName)] + paragraph($0.summary) })
    }

    /// The options and arguments of a command as a list.
    static func options(_ command: ProgramDescription.Command) -> [String] {
        let arguments = (command.arguments ?? []).filter(\.isOfInterest)
        return list(arguments.flatMap { [".It " + item($0)] + paragraph($0.abstract ?? "") })
    }

    /// The commands under a command, one after another, with their options.
    static func commands(under command: ProgramDescription.Command, path: [String]) -> [String] {
        (command.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
            .flatMap { command -> [String] in
                let path = path + [command.commandName]
                guard command.subcommands?.isEmpty ?? true else { return commands(under: command, path: path) }
                let arguments = (command.arguments ?? []).filter(\.isOfInterest)
                let synopsis = ([path.joined(separator: " ")].map { "Cm " + $0 } + arguments.map(operand)).joined(
                    separator: " ")
                return [".It " + synopsis] + paragraph(command.abstract ?? "")
                    + (command.discussion.map { [".Pp"] + paragraphs($0) } ?? []) + options(command)
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

    /// An option or an argument at the head of what is said of it.
    private static func item(_ argument: ProgramDescription.Argument) -> String {
        let value = argument.kind == "flag" ? nil : argument.valueName
        guard let names = argument.names, !names.isEmpty else { return "Ar " + text(value ?? "") }
        return names.map {
            $0.kind == "long" ? flag($0.name, value) : "Fl " + text($0.name) + (value.map { " Ar " + text($0) } ?? "")
        }
        .joined(separator: " , ")
    }

    /// An option or an argument in a synopsis.
    private static func operand(_ argument: ProgramDescription.Argument) -> String {
        let item = argument.names?.isEmpty ?? true ? self.item(argument) : optionInSynopsis(argument)
        return (argument.isOptional ? "Oo " + item + " Oc" : item) + (argument.isRepeating ? " No ..." : "")
    }

    private static func optionInSynopsis(_ argument: ProgramDescription.Argument) -> String {
        let name = argument.names?.first { $0.kind == "long" }?.name ?? ""
        return flag(name, argument.kind == "flag" ? nil : argument.valueName)
    }
}

import Varlink

/// The help of commands that are grown from a contract.
struct HelpText {
    /// How wide its lines may be.
    let columns: Int

    /// What a line starts with that gives a command: `trellisctl`, or nothing in a shell.
    let program: String

    /// The help of a plugin: its commands, with the first sentence of each.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's name; nil in a shell of its own.
    ///   - interfaces: What it serves.
    /// - Returns: The help, without a newline at its end.
    func plugin(_ plugin: String?, interfaces: [InterfaceDescription]) -> String {
        let start = [program, plugin ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        var lines = plugin == nil ? [] : ["Usage: \(start) COMMAND …", ""]
        for interface in interfaces {
            lines += TextColumns.paragraphs(of: interface.documentation.lines, columns: columns)
            lines += ["", "Commands of \(interface.name):"]
            lines += TextColumns.list(
                interface.methods.map { (interface.commandName(of: $0), [Self.firstSentence(of: $0.purpose.text)]) },
                columns: columns)
            lines.append("")
        }
        let help = plugin == nil ? "help COMMAND" : "\(start) COMMAND --help"
        lines += TextColumns.lines(of: "Say '\(help)' for what a command takes.", columns: columns)
        return lines.joined(separator: "\n")
    }

    /// The help of a command: what it does, what it takes, what it replies with.
    ///
    /// - Parameter reader: The command.
    /// - Returns: The help, without a newline at its end.
    func command(_ reader: ParameterReader) -> String {
        let method = reader.command.method
        let interface = reader.command.interface
        var lines = TextColumns.lines(of: reader.usage, columns: columns)
        let documentation = TextColumns.paragraphs(of: method.purpose.lines, columns: columns)
        if !documentation.isEmpty { lines += [""] + documentation }
        switch method.streaming {
        case .never: break
        case .supported: lines += ["", "With --more it may give several replies, else one."]
        case .required: lines += ["", "It gives one reply after another."]
        }
        lines += ["", "It takes the role '\(method.role.escapingControlCharacters)'."]
        let types = TypeText(interface: interface)
        let required = reader.options.filter(\.isPositional)
        let optional = reader.options.filter { !$0.isPositional }
        lines += section("It needs, in this order or by name:", required.map { entry($0, types) })
        lines += section("It may be given, by name alone:", optional.map { entry($0, types) })
        lines += section("It replies with:", replies(method.reply, types, under: [], within: []))
        lines += section(
            "How it is called:",
            BuiltInOption.ofPluginCommands.filter { $0.applies(to: reader) }.map { ($0.usage, [$0.summary]) })
        lines += [""] + Self.optionsOfEveryCommand(columns: columns)
        return lines.joined(separator: "\n")
    }

    /// Which options every command has, as the last lines of its help.
    ///
    /// - Parameter columns: How wide a line may be.
    /// - Returns: The lines.
    static func optionsOfEveryCommand(columns: Int) -> [String] {
        let everywhere = BuiltInOption.ofEveryCommand.map(\.usage).joined(separator: ", ")
        return TextColumns.lines(of: "Every command takes \(everywhere); see trellisctl(1).", columns: columns)
    }

    private func section(_ title: String, _ entries: [(term: String, text: [String])]) -> [String] {
        entries.isEmpty ? [] : ["", title] + TextColumns.list(entries, columns: columns)
    }

    private func entry(_ option: ParameterOption, _ types: TypeText) -> (term: String, text: [String]) {
        let type = option.field.type
        var notes: [String] = []
        switch types.interface.resolve(type) {
        case .list where option.isPositional: notes.append("all that is left of the line, or several times by name")
        case .list: notes.append("may be given several times")
        case .map: notes.append("an entry is --\(option.name).KEY VALUE")
        case .fields where option.isSpread: notes.append("or its fields:")
        default: break
        }
        let summary = [option.field.documentation.text] + (notes.isEmpty ? [] : ["(\(notes.joined(separator: "; ")))"])
        return (
            "--\(option.name) \(types.placeholder(type))",
            [summary.filter { !$0.isEmpty }.joined(separator: " ")] + words(types.words(type))
        )
    }

    private func replies(
        _ fields: [InterfaceDescription.Field], _ types: TypeText, under path: [String], within names: [TypeExpression]
    ) -> [(term: String, text: [String])] {
        fields.flatMap { field -> [(term: String, text: [String])] in
            let path = path + [CommandName.spelled(field.name)]
            let note = field.isOptional ? ", or nothing" : ""
            let summary = "(\(types.noun(field.type))\(note)) \(field.documentation.text)"
            let own = (path.joined(separator: "."), [summary] + words(types.words(field.type)))
            guard case .fields(let inner) = types.interface.resolve(field.type), !names.contains(field.type) else {
                return [own]
            }
            return [own] + replies(inner, types, under: path, within: names + [field.type])
        }
    }

    private func words(_ words: [InterfaceDescription.EnumValue]?) -> [String] {
        TextColumns.list(
            (words ?? []).map { ($0.name, $0.documentation.text.isEmpty ? [] : [$0.documentation.text]) },
            columns: columns - TextColumns.widestTerm - 4)
    }

    /// The first sentence of a text.
    static func firstSentence(of text: String) -> String {
        text.split(separator: ". ", maxSplits: 1).first.map { $0.hasSuffix(".") ? String($0) : $0 + "." } ?? ""
    }
}

extension BuiltInOption {
    /// The option with what its value is called: `--socket PATH`.
    var usage: String {
        spelling + (valueName.map { " \($0)" } ?? "")
    }
}

extension InterfaceDescription.Documentation {
    /// The comment in one line, without control characters.
    var text: String {
        lines.filter { !$0.isEmpty }.joined(separator: " ").escapingControlCharacters
    }
}

import CommandModel
import ContractCommands
import Varlink

extension PluginMethod {
    /// Returns the declaration of the command.
    ///
    /// - Parameter options: The options of the method's parameters.
    /// - Returns: The command of `CommandModel`.
    func declaration(_ options: [ParameterOption]) -> Command {
        let types = TypeDescription(interface: interface)
        let text = method.purpose.summaryAndDiscussion
        let required = options.filter { $0.isPositional && $0.isRequired }
        let positional = options.filter { $0.isPositional && !$0.isRequired }
        let optional = options.filter { !$0.isPositional }
        var command = Command(
            name, summary: text.summary, discussion: text.discussion,
            parameters: (required + positional + optional).map { $0.parameter(types) }
                + CallOptions.parameters.map { option in
                    option.with { $0.isHidden = !applies(option.name, options) }
                })
        switch method.streaming {
        case .never: break
        case .supported: command.discussion += ["", "Sends several replies with --more, one otherwise."]
        case .required: command.discussion += ["", "Sends several replies."]
        }
        command.discussion += ["", "Requires the role '\(method.role.escapingControlCharacters)'."]
        let replies = ReplyEntries(types).entries(of: method.reply)
        if !replies.isEmpty { command.sections = [HelpSection("Replies", replies)] }
        return command
    }

    /// Whether an option that all commands of plugins have is useful for this one.
    private func applies(_ option: String, _ options: [ParameterOption]) -> Bool {
        switch option {
        case "more": method.streaming == .supported
        // A method that always sends several replies rejects a oneway call, and the client would not receive the error.
        case "oneway": method.streaming != .required
        case "follow": method.streaming != .never
        case "input": method.streaming != .required && !options.isEmpty
        case "batch":
            method.streaming != .required && options.contains { $0.isRequired && interface.isList($0.field.type) }
        case "parameters": !options.isEmpty
        default: true
        }
    }

    /// Returns the declaration of a plugin, with the summaries of its commands.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - interfaces: The interfaces that the plugin serves.
    /// - Returns: The command of `CommandModel`, whose subcommands are those of the plugin.
    static func declaration(of plugin: String, _ interfaces: [InterfaceDescription]) -> Command {
        let text = interfaces.map { $0.documentation.summaryAndDiscussion }
        var command = Command(plugin, summary: text.first?.summary ?? "", discussion: text.first?.discussion ?? [])
        command.subcommands = interfaces.flatMap { interface in
            interface.commands.map { entry in
                var method = Command(entry.name, summary: entry.method.purpose.inOneLine.firstSentence)
                method.section = interfaces.count > 1 ? "Commands of \(interface.name)" : nil
                return method
            }
        }
        return command
    }

    /// Returns completions for the commands of a plugin, with their summaries.
    static func candidates(_ interfaces: [InterfaceDescription]) -> [Completion.Candidate] {
        interfaces.flatMap { interface in
            interface.commands.map { Completion.Candidate($0.name, $0.method.purpose.inOneLine.firstSentence) }
        }
    }
}

extension InterfaceDescription {
    /// Whether a type is a list.
    func isList(_ type: TypeExpression) -> Bool {
        if case .list = resolve(type) { true } else { false }
    }
}

import Varlink

/// The help of commands that are grown from a contract.
enum HelpText {
    /// The help of a plugin: its commands, with the first sentence of each.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's name.
    ///   - interfaces: What it serves.
    /// - Returns: The text.
    static func plugin(_ plugin: String, interfaces: [InterfaceDescription]) -> String {
        var lines = ["Usage: trellisctl \(plugin) COMMAND …", ""]
        for interface in interfaces {
            lines += interface.documentation.lines + ["", "Commands of \(interface.name):"]
            let names = interface.methods.map { CommandName.spelled($0.name) }
            let width = names.map(\.count).max() ?? 0
            for (name, method) in zip(names, interface.methods) {
                let padding = String(repeating: " ", count: width - name.count)
                lines.append("  \(name)\(padding)  \(firstSentence(of: method.documentation))")
            }
            lines.append("")
        }
        return (lines + ["Say 'trellisctl \(plugin) COMMAND --help' for what a command takes."]).joined(separator: "\n")
    }

    /// The help of a command: what it does, what it takes, what it replies with.
    ///
    /// - Parameter reader: The command.
    /// - Returns: The text.
    static func command(_ reader: ParameterReader) -> String {
        var lines = [reader.usage, ""] + reader.method.documentation.lines
        for (title, fields) in [("It takes:", reader.method.parameters), ("It replies with:", reader.method.reply)]
        where !fields.isEmpty {
            lines += ["", title]
            for field in fields {
                lines.append("  \(CommandName.spelled(field.name))  (\(field.type))")
                lines += field.documentation.lines.map { "      \($0)" }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func firstSentence(of documentation: InterfaceDescription.Documentation) -> String {
        let text = documentation.lines.joined(separator: " ")
        return text.split(separator: ". ", maxSplits: 1).first.map { $0.hasSuffix(".") ? String($0) : $0 + "." } ?? ""
    }
}

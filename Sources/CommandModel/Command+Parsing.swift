/// A parsed command line: the requested action of a program.
public enum CommandRequest: Sendable {
    /// Runs the command at the end of the path.
    case run(path: [Command], ParsedArguments)
    /// Prints the help of the command at the end of the path.
    case help(path: [Command])
    /// Prints the version.
    case version(String)
}

extension Command {
    /// Reads a command line.
    ///
    /// `--help` and `-h` before `--`, and the word `help`, request help. A command that has subcommands also prints its
    /// help when no subcommand follows it, unless it ``runsAlone``.
    ///
    /// - Parameter words: The words after the program's name.
    /// - Returns: The requested action.
    /// - Throws: ``CommandLineError`` if a command or an option is unknown, or a value is missing or not accepted.
    public func request(_ words: [String]) throws(CommandLineError) -> CommandRequest {
        var path = [self]
        var rest = words[...]
        var wantsHelp = Self.requestsHelp(words)
        if !subcommands.isEmpty, rest.first == "help", subcommand(named: "help") == nil {
            wantsHelp = true
            rest = rest.dropFirst()
        }
        while let last = path.last, !last.subcommands.isEmpty, let word = rest.first {
            guard let next = last.subcommand(named: word) else {
                if word.hasPrefix("-") { break }
                throw .unknownCommand(word, among: last.subcommands.map(\.name))
            }
            path.append(next)
            rest = rest.dropFirst()
        }
        let command = path[path.count - 1]
        if wantsHelp { return .help(path: path) }
        if let version, rest.first == "--version" { return .version(version) }
        if !command.subcommands.isEmpty, !command.runsAlone, rest.isEmpty { return .help(path: path) }
        return .run(path: path, try command.arguments(Array(rest), line: words, path: path))
    }

    /// Returns whether a command line requests help.
    ///
    /// - Parameter words: The words after the program's name.
    /// - Returns: Whether `--help` or `-h` occurs before `--`.
    public static func requestsHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    private func arguments(
        _ words: [String], line: [String], path: [Command]
    ) throws(CommandLineError) -> ParsedArguments {
        let help = HelpWriter(path: path)
        let all = parameters + path.dropLast().flatMap(\.inheritedParameters)
        let parser = CommandParser(all, line: line, usage: help.usageLine)
        let parsed = try parser.parse(words)
        var result = parsed
        result.operands = []
        var open: CommandParameter?
        for word in parsed.operands {
            let occurrence = try parser.occurrence(ofOperand: word, open: &open) { result.has($0.name) }
            result.occurrences.append(occurrence)
        }
        if let missing = all.first(where: { $0.isRequired && !result.has($0.name) }) {
            throw .missingArgument(missing.label, usage: help.usageLine)
        }
        return result
    }
}

extension CommandLineError {
    /// Creates an error for a word that is not a command.
    ///
    /// - Parameters:
    ///   - word: The word as written.
    ///   - names: The names of the commands that are accepted at this position.
    /// - Returns: An error that suggests the nearest name, or lists the names if none is near.
    public static func unknownCommand(_ word: String, among names: [String]) -> CommandLineError {
        // A plugin may have the name of a command.
        let names = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let shown = names.prefix(longestList).joined(separator: ", ") + (names.count > longestList ? ", …" : "")
        return CommandLineError(
            .unknownCommand, "unknown command '\(word)'",
            advice: Suggestion.sentence(for: word, among: names) ?? (names.isEmpty ? nil : "Commands: \(shown)."))
    }

    /// The maximum number of names that a message lists.
    private static let longestList = 50
}

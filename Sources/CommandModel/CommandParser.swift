/// Reads options from the words of a command line.
///
/// An option is given as `--name VALUE` or `--name=VALUE`. A word that begins with `--` is never the value of the
/// option before it, so that a forgotten value does not consume the next option. Such a value requires `=`. A negative
/// number such as `-3` is a value. The word `--` ends the options.
public struct CommandParser: Sendable {
    /// The handling of unknown options.
    private enum Unknown {
        case rejected
        case kept
    }

    private let parameters: [CommandParameter]

    /// The command line as written, for messages.
    private let line: [String]

    /// The usage of the command, for messages.
    private let usage: @Sendable () -> String

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the command.
    ///   - line: The command line as written, for messages; if it is empty, the parsed words are used.
    ///   - usage: The usage of the command, evaluated for messages; none by default.
    public init(
        _ parameters: [CommandParameter], line: [String], usage: @autoclosure @escaping @Sendable () -> String = ""
    ) {
        self.parameters = parameters
        self.line = line
        self.usage = usage
    }

    /// Reads the words of a command.
    ///
    /// - Parameter words: The words after the command.
    /// - Returns: The options and the positional words.
    /// - Throws: ``CommandLineError`` when an option is unknown, or its value is missing or not accepted.
    public func parse(_ words: [String]) throws(CommandLineError) -> ParsedArguments {
        try parse(words, .rejected)
    }

    /// Removes options from a command line, at any position before `--`.
    ///
    /// - Parameter words: The command line. The options and their values are removed; the other words keep their order.
    /// - Returns: The removed options.
    /// - Throws: ``CommandLineError`` when the value of an option is missing or not accepted.
    public func extract(from words: inout [String]) throws(CommandLineError) -> ParsedArguments {
        var parsed = try parse(words, .kept)
        words = parsed.operands
        parsed.operands = []
        return parsed
    }

    private func parse(_ words: [String], _ unknown: Unknown) throws(CommandLineError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var index = words.startIndex
        while index < words.endIndex {
            let word = words[index]
            index += 1
            if word == "--" {
                parsed.operands += unknown == .kept ? words[(index - 1)...] : words[index...]
                break
            }
            guard let option = OptionWord(word) else {
                parsed.operands.append(word)
                continue
            }
            guard let match = match(option.name) else {
                guard unknown == .kept else { throw unknownOption(option.name, in: word) }
                parsed.operands.append(word)
                continue
            }
            let spelling = option.name
            let text: String
            switch (match.parameter.form, option.value) {
            case (.flag, nil): text = "true"
            case (.toggle, nil): text = match.isNegated ? "false" : "true"
            case (.toggle, let value?) where !match.isNegated: text = value
            case (.flag, _), (.toggle, _):
                throw CommandLineError(.unexpectedValue, "\(spelling) takes no value")
            case (.value, let value?), (.entries, let value?): text = value
            case (.value, nil), (.entries, nil):
                guard index < words.endIndex, OptionWord.isSeparateValue(words[index]) else {
                    throw CommandLineError(
                        .missingValue, "missing value for \(spelling): \(match.parameter.valueName)",
                        advice: Self.joiningAdvice(for: word, in: line.isEmpty ? words : line))
                }
                text = words[index]
                index += 1
            }
            let occurrence = ParsedArguments.Occurrence(
                parameter: match.parameter, key: match.key, text: text, label: spelling)
            try Self.check(occurrence)
            parsed.occurrences.append(occurrence)
        }
        return parsed
    }

    /// Assigns a positional word to the first argument that is not given yet.
    ///
    /// A repeated argument takes all remaining words.
    ///
    /// - Parameters:
    ///   - word: The value as written.
    ///   - open: The repeated argument that takes the remaining words; nil if there is none.
    ///   - isGiven: Returns whether an argument is already given.
    /// - Returns: The argument with the word as its value.
    /// - Throws: ``CommandLineError`` when no argument is left, or the value is not accepted.
    public func occurrence(
        ofOperand word: String, open: inout CommandParameter?, isGiven: (CommandParameter) -> Bool
    ) throws(CommandLineError) -> ParsedArguments.Occurrence {
        guard let argument = open ?? parameters.first(where: { $0.isPositional && !isGiven($0) }) else {
            throw .surplusArgument(word, usage: usage())
        }
        open = argument.isRepeated ? argument : nil
        let occurrence = ParsedArguments.Occurrence(parameter: argument, key: nil, text: word, label: argument.name)
        try Self.check(occurrence)
        return occurrence
    }

    private static func check(_ occurrence: ParsedArguments.Occurrence) throws(CommandLineError) {
        let parameter = occurrence.parameter
        // `kind` describes one entry. A whole map is written as JSON, which the parser does not check.
        if parameter.form == .entries, occurrence.key == nil { return }
        if parameter.acceptsNull, occurrence.text == "null" { return }
        guard let expectation = parameter.kind.expectation(violatedBy: occurrence.text) else { return }
        throw .invalidValue(occurrence.text, for: occurrence.label, expected: expectation, kind: parameter.kind)
    }

    // MARK: - Names

    /// A parameter that was found by its name.
    struct Match {
        var parameter: CommandParameter
        var key: String?
        var isNegated = false
    }

    /// Finds the parameter with a name, an alias or a short name.
    ///
    /// - Parameter spelling: The name with its dashes, such as `--count` or `-n`.
    /// - Returns: The match; nil if no parameter has the name.
    func match(_ spelling: String) -> Match? {
        guard spelling.hasPrefix("--") else {
            return parameters.first { $0.shortName.map { "-\($0)" } == spelling }.map { Match(parameter: $0) }
        }
        let name = String(spelling.dropFirst(2))
        let named = parameters.filter { $0.placement != .argument }
        if let parameter = named.first(where: { $0.name == name || $0.aliases.contains(name) }) {
            return Match(parameter: parameter)
        }
        if name.hasPrefix("no-") {
            let positive = String(name.dropFirst(3))
            if let parameter = named.first(where: {
                $0.form == .toggle && ($0.name == positive || $0.aliases.contains(positive))
            }) {
                return Match(parameter: parameter, isNegated: true)
            }
        }
        for parameter in named where parameter.form == .entries {
            for start in [parameter.name] + parameter.aliases where name.hasPrefix(start + ".") {
                // The key is the text after the dot, including further dots.
                let key = String(name.dropFirst(start.count + 1))
                if !key.isEmpty { return Match(parameter: parameter, key: key) }
            }
        }
        return nil
    }

    private func unknownOption(_ name: String, in word: String) -> CommandLineError {
        let message = "unknown option \(name)"
        let usage = usage()
        guard name.hasPrefix("--") else {
            return CommandLineError(
                .unknownOption, message,
                advice: "To pass '\(word)' as a value, put '--' before it." + (usage.isEmpty ? "" : "\n\(usage)"))
        }
        let names = parameters.filter { $0.placement != .argument && !$0.isHidden }.map { "--\($0.name)" } + ["--help"]
        return CommandLineError(
            .unknownOption, message,
            advice: Suggestion.sentence(for: name, among: names) ?? (usage.isEmpty ? nil : usage))
    }

    /// The advice for a value that looks like an option.
    private static func joiningAdvice(for option: String, in line: [String]) -> String? {
        let pairs = zip(line, line.dropFirst())
        guard let (_, next) = pairs.first(where: { $0 == option && !OptionWord.isSeparateValue($1) }) else {
            return nil
        }
        let joined = ShellQuoting.quoted("\(option)=\(next)")
        return "'\(next)' is an option. To pass it as the value, join the two: \(joined)"
    }
}

/// A word that looks like an option.
struct OptionWord {
    /// The name with its dashes.
    var name: String

    /// The value after `=`; nil if there is none.
    var value: String?

    /// Parses a word; nil for a value such as `-3` or `-`.
    init?(_ word: String) {
        if word.hasPrefix("--") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            name = String(parts[0])
            value = parts.count == 2 ? String(parts[1]) : nil
        } else {
            guard word.hasPrefix("-"), word.dropFirst().first?.isLetter == true else { return nil }
            name = String(word.prefix(2))
            let rest = word.dropFirst(2)
            value = rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest)
        }
    }

    /// Whether a word can be the value of the option before it.
    static func isSeparateValue(_ word: String) -> Bool { !word.hasPrefix("--") }
}

/// The words before the cursor of an unfinished command line.
///
/// Unlike ``CommandParser``, the scan accepts unknown options and invalid values.
public struct CommandLineScan: Sendable {
    /// The arguments and the unknown options, in order.
    public private(set) var words: [String] = []

    /// The option that takes the word at the cursor as its value; nil if there is none.
    public private(set) var awaiting: CommandParameter?

    /// Whether `--` precedes the cursor, so that no option can follow.
    public private(set) var isLiteral = false

    /// The names of the options that are given.
    public private(set) var given: Set<String> = []

    /// Scans the words before the cursor.
    ///
    /// - Parameters:
    ///   - line: The words before the cursor.
    ///   - parameters: The parameters of the command.
    public init(_ line: [String], _ parameters: [CommandParameter]) {
        let parser = CommandParser(parameters, line: line)
        for word in line {
            let isValue = awaiting != nil && OptionWord.isSeparateValue(word)
            if let awaiting, isValue { given.insert(awaiting.name) }
            awaiting = nil
            if isLiteral {
                words.append(word)
            } else if isValue {
                continue
            } else if word == "--" {
                isLiteral = true
            } else if let option = OptionWord(word), let match = parser.match(option.name) {
                if option.value == nil, [.value, .entries].contains(match.parameter.form) {
                    awaiting = match.parameter
                } else if match.key == nil {
                    given.insert(match.parameter.name)
                }
            } else {
                words.append(word)
            }
        }
    }
}

extension Command {
    /// Finds the completions of the word at the cursor.
    ///
    /// - Parameters:
    ///   - words: The words after the program's name and before the cursor.
    ///   - current: The text of the word at the cursor.
    /// - Returns: All completions, including those that do not start with the text.
    public func completion(after words: [String], of current: String) -> Completion {
        completion(after: words, of: current, inherited: [])
    }

    /// Finds the completions of the word at the cursor for a subcommand.
    ///
    /// - Parameters:
    ///   - words: The words after the name of this command and before the cursor.
    ///   - current: The text of the word at the cursor.
    ///   - inherited: The parameters that the command inherits from the commands above it.
    /// - Returns: All completions, including those that do not start with the text.
    public func completion(
        after words: [String], of current: String, inherited: [CommandParameter]
    ) -> Completion {
        let all = parameters + inherited
        let scan = CommandLineScan(words, all)
        if let awaiting = scan.awaiting { return awaiting.valueCompletion }
        if !subcommands.isEmpty, !scan.isLiteral,
            let position = words.firstIndex(where: { word in scan.words.first == word }),
            let command = subcommand(named: words[position])
        {
            return command.completion(
                after: Array(words[..<position]) + words[(position + 1)...], of: current,
                inherited: all.filter(\.isInherited))
        }
        if current.hasPrefix("-"), !scan.isLiteral { return options(of: current, all, given: scan.given) }
        if !subcommands.isEmpty {
            guard scan.words.isEmpty else { return .nothing }
            return .words(subcommands.map { Completion.Candidate($0.name, $0.summary) })
        }
        let values = scan.words.filter { OptionWord($0) == nil || scan.isLiteral }
        let arguments = parameters.filter { $0.isPositional && !scan.given.contains($0.name) }
        if values.count < arguments.count { return arguments[values.count].valueCompletion }
        if let last = arguments.last, last.isRepeated { return last.valueCompletion }
        return .nothing
    }

    private func options(of current: String, _ all: [CommandParameter], given: Set<String>) -> Completion {
        // In `--colour=r`, completes the value and keeps the option before it.
        if let sign = current.firstIndex(of: "=") {
            let match = CommandParser(all, line: []).match(String(current[..<sign]))
            return match?.parameter.valueCompletion.prefixed(with: String(current[...sign])) ?? .nothing
        }
        let shown = all.filter {
            $0.placement != .argument && !$0.isHidden && (!given.contains($0.name) || $0.isRepeated)
        }
        let version = version == nil ? [] : [Completion.Candidate("--version", "Show the version.")]
        return .words(
            shown.map { Completion.Candidate("--\($0.name)", $0.summary.firstSentence) }
                + [Completion.Candidate("--help", "Show help.")] + version)
    }
}

extension String {
    /// The first sentence, with its full stop.
    public var firstSentence: String {
        guard !isEmpty else { return "" }
        let end = indices.first { self[$0] == "." && self[index(after: $0)...].first == " " }
        let sentence = prefix(upTo: end ?? endIndex)
        return sentence.hasSuffix(".") ? String(sentence) : sentence + "."
    }
}

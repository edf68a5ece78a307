import Glibc
import Varlink

/// Reads the parameters of a method from the words of a command line.
///
/// A parameter is given as `--name VALUE` or `--name=VALUE`; a truth value as `--name` or `--no-name` alone, too; a
/// list by one option an element; a field of a structure by a dotted name, `--item.title VALUE`, or the structure as
/// JSON; an entry of a map by its key behind a dot, `--notes.colour red`, or the map as JSON. What has to be given may
/// be given without its name as well, in the order of the contract; a list takes all that is left then. What follows
/// `--` is no option. A value that begins with `--` is joined by `=`: ``Swift/String/isSeparateValue``.
struct ParameterReader {
    /// The command.
    let command: PluginMethod

    /// The options that it has, in the order of the contract.
    let options: [ParameterOption]

    /// The command line as it was given, for messages.
    private let line: [String]

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - line: The command line as it was given, for messages; unknown by default.
    init(_ command: PluginMethod, line: [String] = []) {
        self.command = command
        self.line = line
        self.options = ParameterOption.options(of: command.method, in: command.interface)
    }

    /// Reads the parameters.
    ///
    /// - Parameters:
    ///   - words: The words after the command.
    ///   - base: Parameters that are given already; options add to them.
    ///   - fed: The list whose elements come from elsewhere, so that nothing is missing when it is; nil for none.
    /// - Returns: The parameters, in the order of the contract.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when a word fits nothing, a value is not of its type, or one is missing.
    func parameters(
        from words: [String], base: JSONObject = JSONObject(), fed: ParameterOption? = nil
    ) throws -> JSONObject {
        var reading = Reading(parameters: base, path: fed?.path)
        var positional: [String] = []
        var index = words.startIndex
        while index < words.endIndex {
            let word = words[index]
            index += 1
            if word == "--" {
                positional += words[index...]
                break
            }
            guard word.hasPrefix("--") else {
                // A number below zero, or '-' alone, is a value.
                if word.hasPrefix("-"), word.dropFirst().first?.isLetter == true {
                    throw CommandFailure(
                        EX_USAGE, "'\(command.command)' has no option \(word)",
                        advice: "Options have two dashes. Where '\(word)' is a value, say '--' before it.\n\(usage)")
                }
                positional.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let target = try target(named: name)
            if let implied = target.implied {
                guard parts.count == 1 || implied == "true" else {
                    throw refusal("--\(name) takes no value")
                }
                try reading.take(parts.count == 2 ? String(parts[1]) : implied, for: target, by: self)
            } else if parts.count == 2 {
                try reading.take(String(parts[1]), for: target, by: self)
            } else if index < words.endIndex, words[index].isSeparateValue {
                try reading.take(words[index], for: target, by: self)
                index += 1
            } else {
                throw refusal(
                    "--\(name) needs a value",
                    advice: BuiltInOption.joiningAdvice(for: word, in: line.isEmpty ? words : line))
            }
        }
        for text in positional {
            guard let option = nextPositional(after: reading) else { throw surplus(text, after: reading) }
            reading.positional = option.path
            try reading.take(text, for: Target(option), by: self)
        }
        return try completed(reading.parameters, of: command.method.parameters, at: [], fed: fed?.path)
    }

    /// The option that the next word without a name is for.
    ///
    /// - Parameter reading: What was read so far.
    /// - Returns: The option; nil when there is none left.
    private func nextPositional(after reading: Reading) -> ParameterOption? {
        if let open = options.first(where: { $0.path == reading.positional }), isList(open.field.type) { return open }
        return options.first { option in
            option.isPositional && reading.parameters[option.path[...]] == nil && reading.fed != option.path
        }
    }

    /// The parameters in the order of the contract, with the structures that consist of nothing that must be given.
    private func completed(
        _ object: JSONObject, of fields: [InterfaceDescription.Field], at path: [String], fed: [String]?
    ) throws -> JSONObject {
        var result = JSONObject()
        for field in fields {
            let path = path + [field.name]
            var value = object[field.name]
            if case .fields(let inner) = command.interface.resolve(field.type) {
                if let given = value?.objectValue {
                    value = .object(try completed(given, of: inner, at: path, fed: fed))
                } else if value == nil, options.contains(where: { $0.path == path && $0.isRequired && $0.isSpread }) {
                    value = .object(try completed(JSONObject(), of: inner, at: path, fed: fed))
                }
            }
            if value == nil, !field.isOptional, path != fed {
                let name =
                    options.first { $0.path == path }?.name ?? path.map(CommandName.spelled).joined(separator: ".")
                throw CommandFailure(EX_USAGE, "'\(command.command)' needs \(name)", advice: usage)
            }
            result[field.name] = value
        }
        // What the contract does not have was given as JSON; the daemon says what it thinks of it.
        for member in object.members where result[member.key] == nil { result[member.key] = member.value }
        return result
    }

    /// One line that says how the command is used.
    var usage: String {
        let required = options.filter(\.isPositional)
            .map { "<\($0.name)>" + (isList($0.field.type) ? " …" : "") }
        let optional = options.contains { !$0.isRequired } ? ["[OPTION …]"] : []
        return "Usage: "
            + (command.start + [command.name] + required + optional)
            .joined(separator: " ")
    }

    /// A failure of this command.
    func refusal(_ sentence: String, advice: String? = nil) -> CommandFailure {
        CommandFailure(EX_USAGE, "'\(command.command)': \(sentence)", advice: advice)
    }

    /// Whether a type is a list.
    func isList(_ type: TypeExpression) -> Bool {
        if case .list = command.interface.resolve(type) { true } else { false }
    }
}

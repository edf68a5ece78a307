import CommandModel
import ContractCommands
import Glibc
import Varlink

/// Reads the parameters of a method from a command line.
///
/// `CommandModel` parses the words, and the reader converts the texts to JSON values of the contract's types. A
/// structure is specified as JSON, by options for its fields (`--item.title VALUE`), or by both. A map is specified as
/// JSON, by entries (`--notes.colour red`), or by both. A list is specified by one option for each element. A required
/// parameter may also be specified by its position, in the order of the contract. So may optional parameters with the
/// note `[Positional]`, after the required ones.
struct ParameterReader {
    /// The method and its command.
    let command: PluginMethod

    /// The options of the parameters, in the order of the contract.
    let options: [ParameterOption]

    /// The declaration of the command.
    let declaration: Command

    /// The options by their paths.
    let optionsByPath: [[String]: ParameterOption]

    /// The options by their names.
    private let optionsByName: [String: ParameterOption]

    /// The parser of the command.
    private let parser: CommandParser

    /// Creates a reader for the parameters of a command.
    ///
    /// - Parameters:
    ///   - command: The method and its command.
    ///   - line: The complete command line, for messages. Default: unknown.
    init(_ command: PluginMethod, line: [String] = []) {
        self.command = command
        options = ParameterOption.options(of: command.method, in: command.interface)
        declaration = command.declaration(options)
        optionsByPath = Dictionary(options.map { ($0.path, $0) }) { first, _ in first }
        optionsByName = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
        let usage = HelpWriter(path: [declaration], start: command.start + [command.name]).usageLine
        parser = CommandParser(declaration.parameters, line: line, usage: usage)
    }

    /// The usage in one line.
    var usage: String { HelpWriter(path: [declaration], start: command.start + [command.name]).usageLine }

    /// Parses the words after the command.
    ///
    /// - Parameter words: The words of the command line after the command.
    /// - Returns: The options of the parameters, those of the call, and the words without a name.
    /// - Throws: `CommandLineError` when an option is unknown, or its value is missing or invalid.
    func parse(_ words: [String]) throws(CommandLineError) -> ParsedArguments {
        try parser.parse(words)
    }

    /// Reads the parameters from the parsed words.
    ///
    /// - Parameters:
    ///   - parsed: The result of ``parse(_:)``.
    ///   - base: Other parameters, which options replace and extend.
    ///   - fed: The list whose elements are read from `--input`, so that it is not required here; nil for none.
    /// - Returns: The parameters, in the order of the contract.
    /// - Throws: `CommandLineError` when a value is invalid, a parameter is missing, or there are too many words.
    func parameters(
        from parsed: ParsedArguments, base: JSONObject = JSONObject(), fed: ParameterOption? = nil
    ) throws(CommandLineError) -> JSONObject {
        var reading = Reading(parameters: base, fed: fed?.path)
        for occurrence in parsed.occurrences {
            guard let option = optionsByName[occurrence.parameter.name] else { continue }
            try reading.take(occurrence, for: option, by: self)
        }
        var open: CommandParameter?
        for word in parsed.operands {
            let occurrence: ParsedArguments.Occurrence
            do {
                occurrence = try parser.occurrence(ofOperand: word, open: &open) { parameter in
                    guard let option = optionsByName[parameter.name] else { return true }
                    return reading.parameters[option.path[...]] != nil || reading.fed == option.path
                }
            } catch  where error.code == .surplusArgument {
                throw surplusArgument(word, after: reading)
            }
            guard let option = optionsByName[occurrence.parameter.name] else { continue }
            try reading.take(occurrence, for: option, by: self)
        }
        return try completed(reading.parameters, of: command.method.parameters, at: [], fed: fed?.path)
    }

    /// Returns the parameters in the order of the contract.
    ///
    /// A required structure that is missing becomes an object, if none of its required fields is missing.
    private func completed(
        _ object: JSONObject, of fields: [InterfaceDescription.Field], at path: [String], fed: [String]?
    ) throws(CommandLineError) -> JSONObject {
        var result = JSONObject()
        for field in fields {
            let path = path + [field.name]
            let option = optionsByPath[path]
            var value = object[field.name]
            if case .fields(let inner) = command.interface.resolve(field.type) {
                if let given = value?.objectValue {
                    value = .object(try completed(given, of: inner, at: path, fed: fed))
                } else if value == nil, let option, option.isRequired, option.isExpanded {
                    value = .object(try completed(JSONObject(), of: inner, at: path, fed: fed))
                }
            }
            if value == nil, !field.isOptional, path != fed {
                let name = option?.name ?? path.map(CommandName.spelled).joined(separator: ".")
                throw .missingArgument(name, usage: usage)
            }
            result[field.name] = value
        }
        // Members that the contract does not declare were specified as JSON. The daemon rejects them.
        for member in object.members where result[member.key] == nil { result[member.key] = member.value }
        return result
    }

    /// Whether a type is a list.
    func isList(_ type: TypeExpression) -> Bool { command.interface.isList(type) }
}

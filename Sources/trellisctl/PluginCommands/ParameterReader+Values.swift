import CommandModel
import ContractCommands
import Varlink

extension ParameterReader {
    /// The parameters that have been read so far.
    struct Reading {
        /// The parameters by name.
        var parameters: JSONObject

        /// The path of the list whose elements are read from `--input`; nil for none.
        let fed: [String]?

        /// The paths of the values on the command line.
        private var given: Set<[String]> = []

        init(parameters: JSONObject, fed: [String]?) {
            self.parameters = parameters
            self.fed = fed
        }

        /// Adds the value of an option.
        ///
        /// - Throws: `CommandLineError` when the value does not have the option's type, or is specified twice.
        mutating func take(
            _ occurrence: ParsedArguments.Occurrence, for option: ParameterOption, by reader: ParameterReader
        ) throws(CommandLineError) {
            let label = occurrence.label
            if option.path == fed {
                throw CommandLineError(.conflict, "\(label) and --input exclude each other")
            }
            let interface = reader.command.interface
            var path = option.path
            var type = option.field.type
            if let key = occurrence.key, case .map(let value) = interface.resolve(type) {
                path.append(key)
                type = value
            }
            if case .list(let element) = interface.resolve(type) {
                let value = try reader.value(occurrence.text, of: element, for: label)
                parameters[path[...]] = .array((parameters[path[...]]?.arrayValue ?? []) + [value])
                return
            }
            let value = try reader.value(occurrence.text, of: type, for: label)
            // A structure may be specified as JSON and by its fields, if no field is specified twice.
            if let object = value.objectValue, parameters[path[...]]?.objectValue != nil {
                for member in object.members { try set(member.value, at: path + [member.key], label) }
            } else {
                try set(value, at: path, label)
            }
        }

        private mutating func set(_ value: JSONValue, at path: [String], _ label: String) throws(CommandLineError) {
            guard !given.contains(path) else { throw CommandLineError(.conflict, "\(label) is given twice") }
            note(path, value)
            parameters[path[...]] = value
        }

        /// Records the path of a value and those of all its members.
        private mutating func note(_ path: [String], _ value: JSONValue) {
            given.insert(path)
            for member in value.objectValue?.members ?? [] { note(path + [member.key], member.value) }
        }
    }

    /// Converts a string of the command line to a JSON value of the declared type.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - type: The type that the contract declares.
    ///   - label: The name of the option, for messages.
    /// - Returns: The JSON value.
    /// - Throws: `CommandLineError` when the string is not a value of the type.
    func value(_ text: String, of type: TypeExpression, for label: String) throws(CommandLineError) -> JSONValue {
        let types = TypeDescription(interface: command.interface)
        if text == "null", types.acceptsNull(type) { return .null }
        let resolved = command.interface.resolve(type)
        func json(_ expectation: String) throws(CommandLineError) -> JSONValue {
            do {
                return try JSONValue(parsing: text)
            } catch {
                throw .invalidValue(text, for: label, expected: "\(expectation) (\(error.reasonOfJSON))")
            }
        }
        switch resolved {
        case .plain(.object), .fields, .map:
            let value = try json("a JSON object")
            guard value.objectValue != nil else { throw .invalidValue(text, for: label, expected: "a JSON object") }
            return value
        case .list:
            let value = try json("a JSON array")
            guard value.arrayValue != nil else { throw .invalidValue(text, for: label, expected: "a JSON array") }
            return value
        case .plain(.any): return try json("JSON")
        case .plain, .words: break
        }
        let kind = types.kind(type)
        if let expectation = kind.expectation(violatedBy: text) {
            throw .invalidValue(text, for: label, expected: expectation, kind: kind)
        }
        switch resolved {
        case .plain(.int): return Int64(text).map { .integer($0) } ?? .null
        case .plain(.float): return Double(text).map { .number($0) } ?? .null
        case .plain(.bool): return ValueKind.truthValue(text).map { .bool($0) } ?? .null
        default: return .string(text)
        }
    }
}

extension Error {
    /// The reason why a text is not JSON, without the statement that it is not JSON.
    var reasonOfJSON: String {
        let sentence = "\(self)".droppingFullStop
        let start = "Not JSON: "
        return sentence.hasPrefix(start) ? String(sentence.dropFirst(start.count)) : sentence
    }
}

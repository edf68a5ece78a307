import Glibc
import Varlink

extension ParameterReader {
    /// The parameters while they are read.
    struct Reading {
        /// What was read so far.
        var parameters: JSONObject

        /// The option that the last word without a name was for.
        var positional: [String]?

        /// The list whose elements come from elsewhere.
        let fed: [String]?

        /// What options of this line have given.
        private var given: Set<[String]> = []

        init(parameters: JSONObject, path fed: [String]?) {
            self.parameters = parameters
            self.fed = fed
        }

        /// Takes the text of an option.
        ///
        /// - Throws: ``CommandFailure`` (EX_USAGE) when it is not of its type, or is there already.
        mutating func take(_ text: String, for target: Target, by reader: ParameterReader) throws {
            if target.path == fed {
                throw reader.refusal("\(target.name) comes from --input, and is given on the line as well")
            }
            let path = target.path[...]
            if case .list(let element) = reader.command.interface.resolve(target.type) {
                let value = try reader.value(text, of: element, for: target.name)
                parameters[path] = .array((parameters[path]?.arrayValue ?? []) + [value])
                return
            }
            let value = try reader.value(text, of: target.type, for: target.name)
            // A structure as JSON and its fields by dotted names go together, as long as nothing is given twice.
            if let object = value.objectValue, parameters[path]?.objectValue != nil {
                for member in object.members { try set(member.value, at: target.path + [member.key], target, reader) }
            } else {
                try set(value, at: target.path, target, reader)
            }
        }

        private mutating func set(
            _ value: JSONValue, at path: [String], _ target: Target, _ reader: ParameterReader
        ) throws {
            guard !given.contains(path) else { throw reader.refusal("\(target.name) is given twice") }
            note(path, value)
            parameters[path[...]] = value
        }

        /// Remembers that a value is given, with all that is in it.
        private mutating func note(_ path: [String], _ value: JSONValue) {
            given.insert(path)
            for member in value.objectValue?.members ?? [] { note(path + [member.key], member.value) }
        }
    }

    /// Reads one value.
    ///
    /// - Parameters:
    ///   - text: The value as it is written.
    ///   - type: Its type.
    ///   - name: What it is called in messages.
    /// - Returns: The value.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when the text is no value of the type.
    func value(_ text: String, of type: TypeExpression, for name: String) throws -> JSONValue {
        func refuse(_ expectation: String) -> CommandFailure {
            refusal("\(name) takes \(expectation), and '\(text)' is none")
        }
        let resolved = command.interface.resolve(type)
        if text == "null", case .nullable = type {
            switch resolved {
            case .plain(.string), .words: break
            default: return .null
            }
        }
        switch resolved {
        case .plain(.string): return .string(text)
        case .plain(.int):
            guard let number = Int64(text) else {
                throw refuse(text.isWholeNumber ? "a whole number of 64 bits" : "a whole number")
            }
            return .integer(number)
        case .plain(.float):
            guard let number = Double(text), number.isFinite else { throw refuse("a number") }
            return .number(number)
        case .plain(.bool):
            switch text {
            case "true", "yes", "on", "1": return .bool(true)
            case "false", "no", "off", "0": return .bool(false)
            default: throw refuse("true or false")
            }
        case .words(let values):
            let words = values.map(\.name)
            guard words.contains(text) else {
                throw CommandFailure(
                    EX_USAGE,
                    "'\(command.command)': \(name) is one of \(words.joined(separator: ", ")), and not '\(text)'",
                    advice: Suggestion.nearest(to: text, among: words).map { "Did you mean '\($0)'?" })
            }
            return .string(text)
        case .plain(.object), .fields, .map:
            let value = try json(text, refuse("a JSON object"))
            guard value.objectValue != nil else { throw refuse("a JSON object") }
            return value
        case .list:
            let value = try json(text, refuse("a JSON array"))
            guard value.arrayValue != nil else { throw refuse("a JSON array") }
            return value
        case .plain:
            return try json(text, refuse("JSON"))
        }
    }

    private func json(_ text: String, _ refusal: CommandFailure) throws -> JSONValue {
        do {
            return try JSONValue(parsing: text)
        } catch {
            throw CommandFailure(refusal.exitStatus, "\(refusal.sentence): \(error.reasonOfJSON)")
        }
    }
}

extension String {
    /// Whether this is digits, with or without a sign before them.
    fileprivate var isWholeNumber: Bool {
        let digits = drop { $0 == "-" || $0 == "+" }
        return !digits.isEmpty && count - digits.count <= 1 && digits.utf8.allSatisfy { (48...57).contains($0) }
    }
}

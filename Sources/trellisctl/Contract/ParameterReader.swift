import Glibc
import Varlink

/// Reads the parameters of a method from the words of a command line.
struct ParameterReader {
    /// The interface that the method belongs to.
    let interface: InterfaceDescription

    /// The method.
    let method: InterfaceDescription.Method

    /// What the command is called in messages: `items add`.
    let command: String

    /// Reads the parameters.
    ///
    /// A parameter is given as `--name VALUE` or `--name=VALUE`; a truth value as `--name` alone, too; a list by one option
    /// an element; anything with a structure as JSON. What has to be given may be given without its name as well, in the
    /// order of the contract. What follows `--` is no option.
    ///
    /// - Parameter words: The words after the command.
    /// - Returns: The parameters, in the order of the contract.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when a word fits nothing, a value is not of its type, or one is missing.
    func parameters(from words: [String]) throws -> JSONObject {
        var values: [String: JSONValue] = [:]
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
                positional.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let field = try field(named: String(parts[0]))
            let text: String
            if parts.count == 2 {
                text = String(parts[1])
            } else if case .plain(.bool) = interface.resolve(field.type) {
                text = "true"
            } else if index < words.endIndex {
                text = words[index]
                index += 1
            } else {
                throw CommandFailure(EX_USAGE, "'\(command)': --\(parts[0]) needs a value")
            }
            try take(text, for: field, into: &values)
        }
        for text in positional {
            guard let field = method.parameters.first(where: { !$0.isOptional && values[$0.name] == nil }) else {
                throw CommandFailure(EX_USAGE, "'\(command)' has no use for '\(text)'", advice: usage)
            }
            try take(text, for: field, into: &values)
        }
        for field in method.parameters where !field.isOptional && values[field.name] == nil {
            throw CommandFailure(EX_USAGE, "'\(command)' needs \(CommandName.spelled(field.name))", advice: usage)
        }
        var object = JSONObject()
        for field in method.parameters { object[field.name] = values[field.name] }
        return object
    }

    /// One line that says how the command is used.
    var usage: String {
        let required = method.parameters.filter { !$0.isOptional }.map { "<\(CommandName.spelled($0.name))>" }
        let optional = method.parameters.filter(\.isOptional).map { "[--\(CommandName.spelled($0.name)) …]" }
        return "Usage: " + (["trellisctl", command] + required + optional).joined(separator: " ")
    }

    private func field(named option: String) throws -> InterfaceDescription.Field {
        let fields = method.parameters
        if let field = fields.first(where: { CommandName.spelled($0.name) == option || $0.name == option }) {
            return field
        }
        let names = fields.map { "--\(CommandName.spelled($0.name))" }.joined(separator: ", ")
        throw CommandFailure(
            EX_USAGE, "'\(command)' has no option --\(option)" + (names.isEmpty ? "" : " (it has \(names))"),
            advice: usage)
    }

    private func take(
        _ text: String, for field: InterfaceDescription.Field, into values: inout [String: JSONValue]
    ) throws {
        let name = CommandName.spelled(field.name)
        if case .list(let element) = interface.resolve(field.type) {
            let value = try value(text, of: element, for: name)
            values[field.name] = .array((values[field.name]?.arrayValue ?? []) + [value])
            return
        }
        guard values[field.name] == nil else { throw CommandFailure(EX_USAGE, "'\(command)': \(name) is given twice") }
        values[field.name] = try value(text, of: field.type, for: name)
    }

    private func value(_ text: String, of type: TypeExpression, for name: String) throws -> JSONValue {
        func refuse(_ expectation: String) -> CommandFailure {
            CommandFailure(EX_USAGE, "'\(command)': \(name) takes \(expectation), and '\(text)' is none")
        }
        switch interface.resolve(type) {
        case .plain(.string): return .string(text)
        case .plain(.int):
            guard let number = Int64(text) else { throw refuse("a whole number") }
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
        case .words(let words):
            guard words.contains(text) else {
                throw CommandFailure(
                    EX_USAGE, "'\(command)': \(name) is one of \(words.joined(separator: ", ")), and not '\(text)'")
            }
            return .string(text)
        case .plain, .fields, .list, .map:
            do {
                return try JSONValue(parsing: text)
            } catch {
                throw CommandFailure(EX_USAGE, "'\(command)': \(name) takes JSON, and '\(text)' is none: \(error)")
            }
        }
    }
}

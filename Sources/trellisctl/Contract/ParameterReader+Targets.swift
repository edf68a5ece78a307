import Glibc
import Varlink

extension ParameterReader {
    /// Where the value of an option goes.
    struct Target {
        /// The names of the fields that lead to it, and the key when it is an entry of a map.
        let path: [String]

        /// What it is called in messages.
        let name: String

        /// What its value is: the type of the field, or of the map's entries.
        let type: TypeExpression

        /// What the option stands for without a value; nil when it needs one.
        let implied: String?

        init(_ option: ParameterOption, implied: String? = nil) {
            self.init(path: option.path, name: option.name, type: option.field.type, implied: implied)
        }

        init(path: [String], name: String, type: TypeExpression, implied: String? = nil) {
            self.path = path
            self.name = name
            self.type = type
            self.implied = implied
        }
    }

    /// Finds what an option stands for.
    ///
    /// - Parameter name: The option without its dashes: as this command spells it, or as the contract does.
    /// - Returns: The parameter, field or entry.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when there is no such option.
    func target(named name: String) throws -> Target {
        if let option = option(named: name) {
            if case .plain(.bool) = command.interface.resolve(option.field.type) {
                return Target(option, implied: "true")
            }
            return Target(option)
        }
        if name.hasPrefix("no-"), let option = option(named: String(name.dropFirst(3))),
            case .plain(.bool) = command.interface.resolve(option.field.type)
        {
            return Target(option, implied: "false")
        }
        if let entry = entry(named: name) { return entry }
        let names = options.map(\.name)
        let sentence = "'\(command.command)' has no option --\(name)"
        if let near = Suggestion.nearest(to: name, among: names) {
            throw CommandFailure(EX_USAGE, sentence, advice: "Did you mean '--\(near)'?")
        }
        let list = names.map { "--\($0)" }.joined(separator: ", ")
        throw CommandFailure(EX_USAGE, sentence + (names.isEmpty ? "" : " (it has \(list))"), advice: usage)
    }

    private func option(named name: String) -> ParameterOption? {
        options.first { $0.name == name || $0.path.joined(separator: ".") == name }
    }

    /// The entry of a map: the key is what stands behind the option of the map and a dot, dots and all.
    private func entry(named name: String) -> Target? {
        for option in options {
            guard case .map(let type) = command.interface.resolve(option.field.type) else { continue }
            for spelling in [option.name, option.path.joined(separator: ".")] where name.hasPrefix(spelling + ".") {
                let key = String(name.dropFirst(spelling.count + 1))
                guard !key.isEmpty else { continue }
                return Target(path: option.path + [key], name: name, type: type)
            }
        }
        return nil
    }
}

import CommandModel
import ContractCommands
import Varlink

/// An option of a plugin's command: a parameter of its method, or a field of a structure.
struct ParameterOption: Sendable {
    /// The names of the fields that lead to the value, as the contract spells them.
    let path: [String]

    /// The option's name without its dashes: `count`, `item.title`.
    private(set) var name: String

    /// The field whose value the option specifies.
    let field: InterfaceDescription.Field

    /// Whether the field and the structures that contain it are all required.
    let isRequired: Bool

    /// Whether there are separate options for the fields of the structure.
    let isExpanded: Bool

    /// Whether the value may be specified by its position: a required value, or one with the note `[Positional]`.
    var isPositional: Bool { (isRequired || field.isNotedAsPositional) && !isExpanded }

    /// Returns the options of a method.
    ///
    /// A structure that contains itself is expanded once. Structures are expanded down to
    /// `InterfaceDescription.expansionDepth(of:)`. A deeper one is specified as JSON.
    ///
    /// - Parameters:
    ///   - method: The method of the command.
    ///   - interface: The interface that declares the method.
    /// - Returns: The options, in the order of the contract: a structure, then its fields.
    static func options(of method: InterfaceDescription.Method, in interface: InterfaceDescription) -> [ParameterOption]
    {
        let depth = interface.expansionDepth(of: method.parameters)
        let options = options(of: method.parameters, at: Position(depth: depth), in: interface)
        let counts = options.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
        return options.map { option in
            // If two names are equal, each option has the spelling of the contract.
            let spelling = option.path.joined(separator: ".")
            guard counts[option.name, default: 0] > 1, !reservedNames.contains(spelling) else { return option }
            var option = option
            option.name = spelling
            return option
        }
    }

    /// A position within the parameters of a method.
    private struct Position {
        /// The number of levels that may still be expanded.
        var depth: Int

        /// The names of the fields that lead to the position, as the contract spells them.
        var path: [String] = []

        /// The names in the path, as options spell them.
        var words: [String] = []

        /// The declared types that contain the position.
        var types: [String] = []

        /// Whether all structures that contain the position are required.
        var isRequired = true
    }

    private static func options(
        of fields: [InterfaceDescription.Field], at position: Position, in interface: InterfaceDescription
    ) -> [ParameterOption] {
        let names = CommandNames(fields.lazy.map(\.name))
        return fields.flatMap { field -> [ParameterOption] in
            var inside = position
            inside.depth -= 1
            inside.path.append(field.name)
            inside.words.append(names.spelled(field.name))
            inside.isRequired = position.isRequired && !field.isOptional
            let type = field.type.declaredName
            var inner: [InterfaceDescription.Field] = []
            if position.depth > 0, case .fields(let fields) = interface.resolve(field.type),
                !position.types.contains(type ?? "")
            {
                inner = fields
            }
            if let type { inside.types.append(type) }
            let own = ParameterOption(
                path: inside.path, name: name(of: inside.words), field: field, isRequired: inside.isRequired,
                isExpanded: !inner.isEmpty)
            return [own] + options(of: inner, at: inside, in: interface)
        }
    }

    /// Returns the name of an option, with the prefix `parameter-` if `trellisctl` has an option of the same name.
    private static func name(of words: [String]) -> String {
        let name = words.joined(separator: ".")
        return reservedNames.contains(name) ? "parameter-\(name)" : name
    }

    /// The names of the options that `trellisctl` declares.
    private static let reservedNames = Set((GlobalOptions.parameters + CallOptions.parameters).map(\.name) + ["help"])

    /// Returns the declaration of the option.
    ///
    /// - Parameter types: The descriptions of the contract's types.
    /// - Returns: The parameter of `CommandModel`.
    func parameter(_ types: TypeDescription) -> CommandParameter {
        var form = CommandParameter.Form.value
        switch types.interface.resolve(field.type) {
        case .plain(.bool): form = .toggle
        case .map: form = .entries
        default: break
        }
        let text = [field.purpose.inOneLine, isExpanded ? "(or by its fields:)" : ""].filter { !$0.isEmpty }
        var parameter = CommandParameter(
            name: name, placement: isPositional ? .either : .option, form: form, kind: types.kind(field.type),
            valueName: types.placeholder(field.type), summary: text.joined(separator: " "))
        let spelling = path.joined(separator: ".")
        if spelling != name, !Self.reservedNames.contains(spelling) { parameter.aliases = [spelling] }
        parameter.isRequired = isRequired && isPositional
        parameter.acceptsNull = types.acceptsNull(field.type)
        if case .list = types.interface.resolve(field.type) { parameter.isRepeated = true }
        return parameter
    }
}

extension TypeExpression {
    /// The name of a type that the interface declares, with or without `?`; nil for another type.
    fileprivate var declaredName: String? {
        switch self {
        case .named(let name): name
        case .nullable(let wrapped): wrapped.declaredName
        default: nil
        }
    }
}

import Varlink

/// An option of a grown command: a parameter of its method, or a field within one.
struct ParameterOption: Sendable {
    /// Where the value goes: the names of the fields that lead to it, as the contract has them.
    let path: [String]

    /// The option's name without its dashes: `count`, `item.title`.
    let name: String

    /// The field that it stands for.
    let field: InterfaceDescription.Field

    /// Whether nothing on the way to it may be left out.
    let isRequired: Bool

    /// Whether its fields have options of their own.
    let isSpread: Bool

    /// Whether it may be given without its name, in its turn.
    var isPositional: Bool { isRequired && !isSpread }

    /// The options of a method, in the order of the contract: a structure, then its fields.
    ///
    /// A structure that holds itself is spread once; what is deeper is given as JSON.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - interface: The interface that it belongs to.
    /// - Returns: The options, in the order of the contract.
    static func options(of method: InterfaceDescription.Method, in interface: InterfaceDescription) -> [ParameterOption]
    {
        method.parameters.flatMap {
            options(of: $0, under: [], isRequired: true, within: [], in: interface)
        }
    }

    private static func options(
        of field: InterfaceDescription.Field, under path: [String], isRequired: Bool, within types: [String],
        in interface: InterfaceDescription
    ) -> [ParameterOption] {
        let path = path + [field.name]
        let isRequired = isRequired && !field.isOptional
        let type = field.type.declaredName
        var inner: [InterfaceDescription.Field] = []
        if case .fields(let fields) = interface.resolve(field.type), !types.contains(type ?? "") { inner = fields }
        let own = ParameterOption(
            path: path, name: name(of: path), field: field, isRequired: isRequired, isSpread: !inner.isEmpty)
        return [own]
            + inner.flatMap {
                options(
                    of: $0, under: path, isRequired: isRequired, within: types + [type].compactMap(\.self),
                    in: interface)
            }
    }

    /// How the option of a path is spelled: with `parameter-` before it where `trellisctl` has an option of that name itself.
    private static func name(of path: [String]) -> String {
        let name = path.map(CommandName.spelled).joined(separator: ".")
        let isTaken = name == "help" || BuiltInOption(rawValue: name) != nil
        return isTaken ? "parameter-\(name)" : name
    }
}

extension TypeExpression {
    /// The name of the type that the interface declares, behind `?` too; nil for any other type.
    fileprivate var declaredName: String? {
        switch self {
        case .named(let name): name
        case .nullable(let wrapped): wrapped.declaredName
        default: nil
        }
    }
}

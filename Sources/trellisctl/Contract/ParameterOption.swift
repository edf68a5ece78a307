import Varlink

/// An option of a grown command: a parameter of its method, or a field within one.
struct ParameterOption: Sendable {
    /// Where the value goes: the names of the fields that lead to it, as the contract has them.
    let path: [String]

    /// The option's name without its dashes: `count`, `item.title`.
    private(set) var name: String

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
        let options = options(of: method.parameters, under: Place(), within: [], in: interface)
        return options.map { option in
            // `parameterTimeout` beside `timeout`.
            let spelling = option.path.joined(separator: ".")
            let isAlike = options.contains { $0.name == option.name && $0.path != option.path }
            guard isAlike, !isTaken(spelling) else { return option }
            var option = option
            option.name = spelling
            return option
        }
    }

    /// Where options belong.
    private struct Place {
        /// The names of the fields that lead there, as the contract has them.
        var path: [String] = []

        /// The same as options spell them.
        var words: [String] = []

        /// Whether nothing on the way may be left out.
        var isRequired = true
    }

    private static func options(
        of fields: [InterfaceDescription.Field], under place: Place, within types: [String],
        in interface: InterfaceDescription
    ) -> [ParameterOption] {
        fields.flatMap { field -> [ParameterOption] in
            var place = place
            place.path.append(field.name)
            place.words.append(CommandName.spelled(field.name, among: fields.lazy.map(\.name)))
            place.isRequired = place.isRequired && !field.isOptional
            let type = field.type.declaredName
            var inner: [InterfaceDescription.Field] = []
            if case .fields(let fields) = interface.resolve(field.type), !types.contains(type ?? "") { inner = fields }
            let own = ParameterOption(
                path: place.path, name: name(of: place.words), field: field, isRequired: place.isRequired,
                isSpread: !inner.isEmpty)
            return [own] + options(of: inner, under: place, within: types + [type].compactMap(\.self), in: interface)
        }
    }

    /// How an option is spelled: with `parameter-` before it where `trellisctl` has an option of that name itself.
    private static func name(of words: [String]) -> String {
        let name = words.joined(separator: ".")
        return isTaken(name) ? "parameter-\(name)" : name
    }

    /// Whether `trellisctl` has an option of a name itself.
    private static func isTaken(_ name: String) -> Bool {
        name == "help" || BuiltInOption(rawValue: name) != nil
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

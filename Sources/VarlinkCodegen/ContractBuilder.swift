import VarlinkIDL

/// Determines the Swift names and types of the declarations of an interface.
///
/// The rules are:
/// - A declared type keeps its name. The method `Add` has the types `AddParameters` and `AddReply`. The enumeration
///   `ItemsContract` contains all these types.
/// - The anonymous type of a field is nested in the structure of the field and named after it: `kind: (plain, starred)`
///   in `Item` is `Item.Kind`, also inside `[]`, `[string]` or `?`. The anonymous type of an error's parameter is
///   nested in the enumeration of the errors, with the name of the error as prefix: `ItemsError.NotFoundReason`. The
///   anonymous type of a field `type` of `Item` is `Item.ItemType`, because `Item.Type` is the metatype in Swift. The
///   same applies to `protocol`, `self` and `any`.
/// - The names of fields, methods, errors and values are in lowerCamelCase (``SwiftName/lowerCamel(_:)``). JSON contains the
///   names of the interface.
/// - A keyword is in backticks. An underscore is appended to a name that is already used, and to names that have another
///   meaning in Swift: `self`, `hashValue` for a field, `allCases` for a value, `Type` and the types of the runtime for a
///   type.
struct ContractBuilder {
    private let description: InterfaceDescription
    private let prefix: String
    private let recursion: RecursionGraph
    /// The Swift names of the declared types.
    private var typeNames: [String: String] = [:]
    /// The used names in the enumeration that contains the types.
    private var namespace: Set<String>

    private var contractName: String { "\(prefix)Contract" }

    /// Names that generated code uses inside the types.
    ///
    /// A generated type of the same name would hide the type that the code uses.
    private static let reservedTypeNames: Set<String> = [
        "JSONObject", "JSONReader", "JSONValue", "JSONWriter", "Swift", "VarlinkContract", "VarlinkDecodingError",
        "VarlinkEnum",
        "VarlinkError", "VarlinkValue",
    ]
    /// Names that a type can't have, because they have another meaning in expressions, even in backticks.
    private static let metatypeNames: Set<String> = ["Any", "Protocol", "Self", "Type"]
    /// Names that have another meaning in every structure: `self`, and a requirement of `Hashable`.
    private static let reservedPropertyNames: Set<String> = ["hashValue", "self"]

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - description: A valid interface, without diagnostics.
    ///   - prefix: The prefix of all declarations.
    init(_ description: InterfaceDescription, prefix: String) {
        self.description = description
        self.prefix = prefix
        recursion = RecursionGraph(description)
        namespace = Self.reservedTypeNames.union(Self.metatypeNames)
        for type in description.types {
            typeNames[type.name] = SwiftName.unique(type.name, in: &namespace)
        }
    }

    func build() -> Contract {
        var builder = self
        return builder.buildAll()
    }

    private mutating func buildAll() -> Contract {
        var failureNamespace = Self.reservedTypeNames
        var failureTypes: [SwiftDeclaration] = []
        var caseNames: Set<String> = ["interface", "name", "self"]
        let failures = description.errors.map { error in
            Contract.Failure(
                wireName: error.name,
                name: SwiftName.escaped(SwiftName.unique(SwiftName.lowerCamel(error.name), in: &caseNames)),
                documentation: error.documentation.orElse("The error `\(error.name)`."),
                properties: properties(
                    error.parameters, nestedIn: ["\(prefix)Error"], namePrefix: error.name,
                    taken: &failureNamespace, nested: &failureTypes))
        }
        return Contract(
            interface: description.name, prefix: prefix,
            documentation: description.documentation.orElse("The interface `\(description.name)`."),
            text: description.formatted(), types: description.types.map(declaration), methods: buildMethods(),
            failures: failures, failureTypes: failureTypes)
    }

    private mutating func buildMethods() -> [Contract.Method] {
        var names: Set<String> = ["caller", "self"]
        let methodNames = description.methods.map { SwiftName.unique(SwiftName.lowerCamel($0.name), in: &names) }
        return zip(description.methods, methodNames).map { method, name in
            let parametersName = SwiftName.unique("\(method.name)Parameters", in: &namespace)
            let replyName = SwiftName.unique("\(method.name)Reply", in: &namespace)
            let hasStream = method.streaming == .supported
            return Contract.Method(
                wireName: method.name, name: SwiftName.escaped(name),
                streamName: hasStream ? SwiftName.unique(name + "Replies", in: &names) : SwiftName.escaped(name),
                documentation: method.documentation.orElse("The method `\(method.name)`."),
                streaming: method.streaming,
                parameters: structure(
                    method.parameters, path: [contractName, parametersName],
                    documentation: ["The parameters of `\(method.name)`."]),
                reply: structure(
                    method.reply, path: [contractName, replyName],
                    documentation: ["The reply of `\(method.name)`."]))
        }
    }

    // MARK: - Types

    private func declaration(of type: InterfaceDescription.TypeDeclaration) -> SwiftDeclaration {
        declaration(
            type.definition, path: [contractName, typeNames[type.name] ?? type.name],
            documentation: type.documentation.orElse("The type `\(type.name)`."), owner: type.name)
    }

    private func declaration(
        _ definition: InterfaceDescription.Definition, path: [String], documentation: [String], owner: String?
    ) -> SwiftDeclaration {
        switch definition {
        case .structure(let fields):
            .structure(structure(fields, path: path, documentation: documentation, owner: owner))
        case .enumeration(let values):
            .enumeration(enumeration(values, path: path, documentation: documentation))
        }
    }

    private func structure(
        _ fields: [InterfaceDescription.Field], path: [String], documentation: [String], owner: String? = nil
    ) -> SwiftStructure {
        var taken = Self.reservedTypeNames
        var nested: [SwiftDeclaration] = []
        let properties = properties(fields, nestedIn: path, owner: owner, taken: &taken, nested: &nested)
        return SwiftStructure(path: path, documentation: documentation, properties: properties, nested: nested)
    }

    private func enumeration(
        _ values: [InterfaceDescription.EnumValue], path: [String], documentation: [String]
    ) -> SwiftEnumeration {
        var taken: Set<String> = ["allCases", "self"]
        return SwiftEnumeration(
            path: path, documentation: documentation,
            cases: values.map { value in
                SwiftEnumeration.Case(
                    wireName: value.name,
                    name: SwiftName.escaped(SwiftName.unique(SwiftName.lowerCamel(value.name), in: &taken)),
                    documentation: value.documentation.orElse("The value `\(value.name)`."))
            })
    }

    // MARK: - Fields

    /// Returns the properties of a list of fields.
    ///
    /// - Parameters:
    ///   - fields: The fields of the list, in order.
    ///   - path: The declaration that contains the anonymous types.
    ///   - namePrefix: The prefix of the names of these types.
    ///   - owner: The declared type that contains the fields, if any.
    ///   - taken: The names of types that are already used in this declaration.
    ///   - nested: The list to append the types to.
    /// - Returns: The properties, in the order of the fields.
    private func properties(
        _ fields: [InterfaceDescription.Field], nestedIn path: [String], namePrefix: String = "", owner: String? = nil,
        taken: inout Set<String>, nested: inout [SwiftDeclaration]
    ) -> [SwiftProperty] {
        var names = Self.reservedPropertyNames
        var properties: [SwiftProperty] = []
        for field in fields {
            var inline: [String]?
            if let definition = field.type.inlineDefinition {
                var name = namePrefix + SwiftName.upperCamel(field.name)
                if Self.metatypeNames.contains(name) { name = (path.last ?? "") + name }
                name = SwiftName.unique(name, in: &taken)
                let inlinePath = path + [name]
                inline = inlinePath
                let documentation = ["The type `\(field.type.leaf)` of `\(field.name)`."]
                nested.append(declaration(definition, path: inlinePath, documentation: documentation, owner: owner))
            }
            var type = field.type
            var isOptional = false
            if case .nullable(let element) = type { (type, isOptional) = (element, true) }
            properties.append(
                SwiftProperty(
                    wireName: field.name,
                    name: SwiftName.escaped(SwiftName.unique(SwiftName.lowerCamel(field.name), in: &names)),
                    type: swiftType(type, inline: inline ?? []), isOptional: isOptional,
                    isBoxed: isOptional && recursion.isRecursive(type, in: owner),
                    documentation: field.documentation.lines, declaration: "\(field.name): \(field.type)"))
        }
        return properties
    }

    private func swiftType(_ type: TypeExpression, inline: [String]) -> SwiftType {
        switch type {
        case .bool: .standard("Bool")
        case .int: .standard("Int")
        case .float: .standard("Double")
        case .string: .standard("String")
        case .object: .jsonObject
        case .any: .jsonValue
        case .named(let name): .declared([contractName, typeNames[name] ?? name])
        case .inline: .declared(inline)
        case .array(let element): .array(swiftType(element, inline: inline))
        case .map(let element): .dictionary(swiftType(element, inline: inline))
        case .nullable(let element): .optional(swiftType(element, inline: inline))
        }
    }
}

extension InterfaceDescription.Documentation {
    /// Returns the lines, or a default line if there are none.
    fileprivate func orElse(_ line: String) -> [String] {
        isEmpty ? [line] : lines
    }
}

extension TypeExpression {
    /// The innermost element type of arrays, maps and nullables.
    fileprivate var leaf: TypeExpression {
        switch self {
        case .array(let element), .map(let element), .nullable(let element): element.leaf
        default: self
        }
    }

    fileprivate var inlineDefinition: InterfaceDescription.Definition? {
        if case .inline(let definition) = leaf { definition } else { nil }
    }
}

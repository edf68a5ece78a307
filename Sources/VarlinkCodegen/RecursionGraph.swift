import VarlinkIDL

/// The declared types that each declared type stores inline, with each nullable represented as an `Optional`.
///
/// Swift stores an `Optional` inside its structure. A structure that contains itself through `?` therefore needs separate
/// storage for this field. Arrays and dictionaries have separate storage.
struct RecursionGraph {
    private var contents: [String: Set<String>] = [:]

    init(_ description: InterfaceDescription) {
        for type in description.types {
            contents[type.name] = Self.types(in: type.definition)
        }
    }

    /// Returns whether a value of a field's type may contain a value of the declared type that contains the field.
    ///
    /// - Parameters:
    ///   - type: The type of a field.
    ///   - owner: The declared type that contains the field, directly or in an anonymous structure; nil for a field of a
    ///     method or an error, which no type refers to.
    /// - Returns: Whether the field needs separate storage.
    func isRecursive(_ type: TypeExpression, in owner: String?) -> Bool {
        guard let owner else { return false }
        var waiting = Array(Self.types(in: type))
        var seen: Set<String> = []
        while let name = waiting.popLast() {
            if name == owner { return true }
            if seen.insert(name).inserted { waiting += contents[name] ?? [] }
        }
        return false
    }

    private static func types(in definition: InterfaceDescription.Definition) -> Set<String> {
        guard case .structure(let fields) = definition else { return [] }
        return fields.reduce(into: []) { $0.formUnion(types(in: $1.type)) }
    }

    private static func types(in type: TypeExpression) -> Set<String> {
        switch type {
        case .named(let name): [name]
        case .inline(let definition): types(in: definition)
        case .nullable(let element): types(in: element)
        default: []
        }
    }
}

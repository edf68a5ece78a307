import VarlinkIDL

/// Which declared types hold which others in their own storage, when a nullable is an `Optional`.
///
/// Swift lays an `Optional` out inside the structure that has it, so a structure that holds itself through `?` needs a
/// place elsewhere for that field. Arrays and dictionaries have one.
struct RecursionGraph {
    private var contents: [String: Set<String>] = [:]

    init(_ description: InterfaceDescription) {
        for type in description.types {
            contents[type.name] = Self.types(in: type.definition)
        }
    }

    /// Whether a value of a type may hold a value of the declared type that it is a part of.
    ///
    /// - Parameters:
    ///   - type: The type of a field.
    ///   - owner: The declared type that has the field, in itself or in a structure without a name in it. A field of a
    ///     method or an error has none: nothing can name it.
    /// - Returns: Whether the field needs a place of its own.
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

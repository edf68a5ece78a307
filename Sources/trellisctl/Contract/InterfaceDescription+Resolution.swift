import Varlink

extension InterfaceDescription {
    /// A type of this interface, with names and `?` taken away.
    enum Resolved {
        /// One value of a type that the language has.
        case plain(TypeExpression)

        /// One of some words.
        case words([InterfaceDescription.EnumValue])

        /// A structure with fields.
        case fields([InterfaceDescription.Field])

        /// A list.
        case list(TypeExpression)

        /// A map from texts.
        case map(TypeExpression)
    }

    /// What a type is, once names and `?` are taken away.
    ///
    /// - Parameter type: A type of this interface. A name that the interface does not declare is taken for an object.
    /// - Returns: What the type is.
    func resolve(_ type: TypeExpression) -> Resolved {
        switch type {
        case .nullable(let wrapped): resolve(wrapped)
        case .array(let element): .list(element)
        case .map(let value): .map(value)
        case .inline(let definition): resolve(definition)
        case .named(let name): self.type(named: name).map { resolve($0.definition) } ?? .plain(.object)
        case .bool, .int, .float, .string, .object, .any: .plain(type)
        }
    }

    private func resolve(_ definition: Definition) -> Resolved {
        switch definition {
        case .structure(let fields): .fields(fields)
        case .enumeration(let values): .words(values)
        }
    }
}

extension InterfaceDescription.Field {
    /// Whether the field may be left out.
    var isOptional: Bool {
        if case .nullable = type { true } else { false }
    }
}

package import VarlinkIDL

extension InterfaceDescription {
    /// A type of this interface, after the resolution of names and `?`.
    package enum Resolved {
        /// A basic type of the interface language.
        case plain(TypeExpression)

        /// An enumeration with its values.
        case words([InterfaceDescription.EnumValue])

        /// A structure with fields.
        case fields([InterfaceDescription.Field])

        /// A list of elements of a type.
        case list(TypeExpression)

        /// A map with strings as keys.
        case map(TypeExpression)
    }

    /// Resolves a type to its declaration.
    ///
    /// - Parameter type: A type of this interface. An undeclared name resolves to an object.
    /// - Returns: The type to which names and `?` resolve.
    package func resolve(_ type: TypeExpression) -> Resolved {
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
    /// Whether the field may be omitted.
    package var isOptional: Bool {
        if case .nullable = type { true } else { false }
    }
}

extension InterfaceDescription {
    /// The maximum number of fields into which the structures of a method are expanded, for options and help.
    package static let maximumExpansion = 256

    /// The depth to which structures are expanded into their fields.
    ///
    /// Structures are expanded level by level, up to ``maximumExpansion`` fields in total. The limit is necessary
    /// because the number of fields can grow exponentially with the depth, and contracts come from the daemon.
    ///
    /// - Parameter fields: The fields of the outermost level.
    /// - Returns: The number of levels below the outermost one.
    package func expansionDepth(of fields: [Field]) -> Int {
        var depth = 0
        var total = fields.count
        var level = structures(of: fields)
        while true {
            total += level.reduce(0) { $0 + $1.count }
            guard !level.isEmpty, total <= Self.maximumExpansion else { return depth }
            depth += 1
            level = level.flatMap(structures)
        }
    }

    /// Returns the fields of each structure among the given fields.
    private func structures(of fields: [Field]) -> [[Field]] {
        fields.compactMap { field in
            if case .fields(let inner) = resolve(field.type), !inner.isEmpty { inner } else { nil }
        }
    }
}

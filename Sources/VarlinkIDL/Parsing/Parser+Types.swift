extension Parser {
    /// Reads the parenthesized list of fields of a method or an error.
    ///
    /// - Parameters:
    ///   - path: The path of the member.
    ///   - isInput: Whether the fields are the parameters of a method.
    ///   - step: The step from the member to a field, by its index.
    /// - Returns: The fields, in order.
    /// - Throws: `InterfaceSyntaxError` if the list violates the grammar.
    mutating func parseFields(
        at path: NodePath, isInput: Bool, step: (Int) -> NodePath.Step
    ) throws(InterfaceSyntaxError) -> [InterfaceDescription.Field] {
        try expect(.leftParenthesis, "'(' and the parameters, or '()'")
        var fields: [InterfaceDescription.Field] = []
        while token.kind != .rightParenthesis || !fields.isEmpty {
            let documented = comments.indices.suffix(token.documentation.count)
            let documentation = try documentationOfEntry(isFirst: fields.isEmpty)
            let fieldPath = path.appending(step(fields.count))
            let name = try parseName("the name of a parameter", at: fieldPath)
            let field = try parseField(name, documentation, at: fieldPath, depth: 0)
            if isInput { setDeclaration(of: field, at: fieldPath, documented) }
            fields.append(field)
            if token.kind == .rightParenthesis { break }
            try expect(.comma, "',' or ')'")
        }
        try advance()
        return fields
    }

    /// Reads a structure or an enumeration, depending on the first entry.
    mutating func parseDefinition(
        at path: NodePath, depth: Int
    ) throws(InterfaceSyntaxError) -> InterfaceDescription.Definition {
        try checkDepth(depth)
        try expect(.leftParenthesis, "'(' and the fields of a structure or the values of an enumeration")
        var fields: [InterfaceDescription.Field] = []
        var values: [InterfaceDescription.EnumValue] = []
        while token.kind != .rightParenthesis || !(fields.isEmpty && values.isEmpty) {
            let isFirst = fields.isEmpty && values.isEmpty
            let documented = comments.indices.suffix(token.documentation.count)
            let documentation = try documentationOfEntry(isFirst: isFirst)
            let start = token
            guard case .word(let name) = start.kind else { throw unexpected("a name or ')'") }
            try advance()
            if token.kind == .colon {
                guard values.isEmpty else {
                    throw InterfaceSyntaxError(reason: .typedValue(name: name), position: token.position)
                }
                let fieldPath = path.appending(.field(fields.count))
                note(fieldPath, at: start)
                let field = try parseField(name, documentation, at: fieldPath, depth: depth)
                setDeclaration(of: field, at: fieldPath, documented)
                fields.append(field)
            } else {
                guard isFirst || fields.isEmpty else {
                    throw InterfaceSyntaxError(reason: .untypedField(name: name), position: token.position)
                }
                note(path.appending(.value(values.count)), at: start)
                values.append(.init(name: name, documentation: documentation))
            }
            if token.kind == .rightParenthesis { break }
            let isUndecided = isFirst && fields.isEmpty
            try expect(.comma, isUndecided ? "':' and a type, ',' or ')'" : "',' or ')'")
        }
        try advance()
        return values.isEmpty ? .structure(fields) : .enumeration(values)
    }

    private mutating func parseField(
        _ name: String, _ documentation: InterfaceDescription.Documentation, at path: NodePath, depth: Int
    ) throws(InterfaceSyntaxError) -> InterfaceDescription.Field {
        guard token.kind == .colon else {
            throw InterfaceSyntaxError(reason: .untypedField(name: name), position: token.position)
        }
        try advance()
        let type = try parseType(at: path.appending(.type), depth: depth + 1)
        return InterfaceDescription.Field(name: name, type: type, documentation: documentation)
    }

    /// Sets the field that comments document.
    private mutating func setDeclaration(
        of field: InterfaceDescription.Field, at path: NodePath, _ documented: Range<Int>
    ) {
        guard let position = positions[path] else { return }
        let isOptional = if case .nullable = field.type { true } else { false }
        setDeclaration(.parameter(field.name, isOptional: isOptional, position: position), of: documented)
    }

    private mutating func parseType(at path: NodePath, depth: Int) throws(InterfaceSyntaxError) -> TypeExpression {
        try checkDepth(depth)
        note(path)
        switch token.kind {
        case .question: return .nullable(try parseElement(at: path, depth: depth))
        case .array: return .array(try parseElement(at: path, depth: depth))
        case .map: return .map(try parseElement(at: path, depth: depth))
        case .leftParenthesis: return .inline(try parseDefinition(at: path, depth: depth))
        case .word(let name):
            try advance()
            return TypeExpression.builtins[name] ?? .named(name)
        default:
            throw unexpected("a type")
        }
    }

    private mutating func parseElement(at path: NodePath, depth: Int) throws(InterfaceSyntaxError) -> TypeExpression {
        try advance()
        if token.followsSpace { remark(.spaceInType) }
        return try parseType(at: path.appending(.element), depth: depth + 1)
    }

    /// Returns the documentation of the list entry at the current token.
    ///
    /// Every entry except the first follows a comma.
    private mutating func documentationOfEntry(
        isFirst: Bool
    ) throws(InterfaceSyntaxError) -> InterfaceDescription.Documentation {
        if token.kind == .rightParenthesis, !isFirst {
            throw InterfaceSyntaxError(reason: .trailingComma, position: token.position)
        }
        return InterfaceDescription.Documentation(lines: takeDocumentation())
    }

    private func checkDepth(_ depth: Int) throws(InterfaceSyntaxError) {
        guard depth <= TypeExpression.maximumDepth else {
            throw InterfaceSyntaxError(
                reason: .tooDeep(limit: TypeExpression.maximumDepth), position: token.position)
        }
    }
}

/// An entry of a list: a field with its type, or a value without one.
protocol ListEntry {
    var name: String { get }
    var documentation: InterfaceDescription.Documentation { get }
    var entryType: TypeExpression? { get }
}

extension InterfaceDescription.Field: ListEntry {
    var entryType: TypeExpression? { type }
}

extension InterfaceDescription.EnumValue: ListEntry {
    var entryType: TypeExpression? { nil }
}

/// Formats types and lists on a single line.
struct SingleLineFormatter {
    /// Whether documentation is omitted.
    ///
    /// Otherwise an entry with documentation does not fit on one line.
    let dropsDocumentation: Bool

    func list(_ entries: [some ListEntry]) -> String? {
        var texts: [String] = []
        for entry in entries {
            guard dropsDocumentation || entry.documentation.isEmpty else { return nil }
            if let entryType = entry.entryType {
                guard let type = type(entryType) else { return nil }
                texts.append("\(entry.name): \(type)")
            } else {
                texts.append(entry.name)
            }
        }
        return "(\(texts.joined(separator: ", ")))"
    }

    func type(_ type: TypeExpression) -> String? {
        switch type {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any"
        case .named(let name): name
        case .inline(.structure(let fields)): list(fields)
        case .inline(.enumeration(let values)): list(values)
        case .array(let element): self.type(element).map { "[]\($0)" }
        case .map(let element): self.type(element).map { "[string]\($0)" }
        case .nullable(let element): self.type(element).map { "?\($0)" }
        }
    }
}

extension TypeExpression: CustomStringConvertible {
    /// The type in the syntax of the language, on one line and without documentation.
    public var description: String {
        SingleLineFormatter(dropsDocumentation: true).type(self) ?? ""
    }
}

package import CommandModel
package import VarlinkIDL

/// Descriptions of a contract's types for people.
package struct TypeDescription {
    /// The maximum width of the values of an enumeration in a placeholder.
    private static let widestWords = 24

    /// The interface that the types belong to.
    package let interface: InterfaceDescription

    /// Creates the descriptions of an interface's types.
    package init(interface: InterfaceDescription) { self.interface = interface }

    /// Returns the placeholder for a value in usage and options: `TEXT`, `NUMBER`, `red|green`.
    ///
    /// The placeholder of a list is that of an element.
    package func placeholder(_ type: TypeExpression) -> String {
        switch interface.resolve(type) {
        case .plain(.string): return "TEXT"
        case .plain(.int), .plain(.float): return "NUMBER"
        case .plain(.bool): return "yes|no"
        case .words(let words):
            let list = words.prefix(Self.widestWords).map(\.name).joined(separator: "|")
            return list.count <= Self.widestWords ? list : "WORD"
        case .list(let element): return placeholder(element)
        case .plain, .fields, .map: return "JSON"
        }
    }

    /// Returns the values that an option of a type accepts.
    ///
    /// For a list these are the values of an element, and for a map those of an entry.
    package func kind(_ type: TypeExpression) -> ValueKind {
        switch interface.resolve(type) {
        case .plain(.string): .text
        case .plain(.int): .integer()
        case .plain(.float): .number
        case .plain(.bool): .boolean
        case .words(let words): .choice(words.map { .init($0.name, $0.documentation.inOneLine) })
        case .list(let element): if case .list = interface.resolve(element) { .json } else { kind(element) }
        case .map(let value): if isSingle(value) { kind(value) } else { .json }
        case .plain, .fields: .json
        }
    }

    /// Whether a value of a type is written as a single word instead of JSON.
    private func isSingle(_ type: TypeExpression) -> Bool {
        switch interface.resolve(type) {
        case .plain(.string), .plain(.int), .plain(.float), .plain(.bool), .words: true
        case .plain, .fields, .list, .map: false
        }
    }

    /// Whether an option of a type accepts `null`; false for a string or an enumeration, whose values may include this
    /// word.
    ///
    /// The result for a list or a map is that for its elements.
    package func acceptsNull(_ type: TypeExpression) -> Bool {
        switch type {
        case .array(let element), .map(let element): return acceptsNull(element)
        case .nullable:
            switch interface.resolve(type) {
            case .plain(.string), .words: return false
            default: return true
            }
        default: return false
        }
    }

    /// Returns a type in words: `integer`, `list of strings`.
    package func noun(_ type: TypeExpression) -> String {
        noun(type, plural: false)
    }

    /// Returns the values of an enumeration, or of a list of enumeration values; empty for another type.
    package func words(_ type: TypeExpression) -> [Completion.Candidate] {
        switch interface.resolve(type) {
        case .words(let words): words.map { .init($0.name, $0.documentation.inOneLine) }
        case .list(let element): words(element)
        default: []
        }
    }

    private func noun(_ type: TypeExpression, plural: Bool) -> String {
        func counted(_ noun: String) -> String { plural ? noun + "s" : noun }
        switch interface.resolve(type) {
        case .plain(.string): return counted("string")
        case .plain(.int): return counted("integer")
        case .plain(.float): return counted("number")
        case .plain(.bool): return counted("Boolean")
        case .plain(.object): return counted("JSON object")
        case .plain: return plural ? "JSON values" : "any JSON value"
        case .words: return counted("word")
        case .fields: return counted("structure")
        case .list(let element): return counted("list") + " of " + noun(element, plural: true)
        case .map(let value): return counted("map") + " of " + noun(value, plural: true) + " by key"
        }
    }
}

import Varlink

/// How types of a contract are spelled for people.
struct TypeText {
    /// The interface that the types belong to.
    let interface: InterfaceDescription

    /// What stands for a value in usage and options: `TEXT`, `NUMBER`, `red|green`.
    ///
    /// - Parameter type: A type; of a list, an element stands for it.
    /// - Returns: The placeholder.
    func placeholder(_ type: TypeExpression) -> String {
        switch interface.resolve(type) {
        case .plain(.string): "TEXT"
        case .plain(.int), .plain(.float): "NUMBER"
        case .plain(.bool): "yes|no"
        case .words(let words):
            words.map(\.name).joined(separator: "|").count <= 24 ? words.map(\.name).joined(separator: "|") : "WORD"
        case .list(let element): placeholder(element)
        case .plain, .fields, .map: "JSON"
        }
    }

    /// A type in words: `whole number`, `list of texts`.
    ///
    /// - Parameter type: The type.
    /// - Returns: The noun.
    func noun(_ type: TypeExpression) -> String {
        noun(type, plural: false)
    }

    /// The words that a type allows, when it is an enumeration or a list of one.
    ///
    /// - Parameter type: The type.
    /// - Returns: The words; nil for a type that is no enumeration.
    func words(_ type: TypeExpression) -> [InterfaceDescription.EnumValue]? {
        switch interface.resolve(type) {
        case .words(let words): words
        case .list(let element): words(element)
        default: nil
        }
    }

    private func noun(_ type: TypeExpression, plural: Bool) -> String {
        func counted(_ noun: String) -> String { plural ? noun + "s" : noun }
        switch interface.resolve(type) {
        case .plain(.string): return counted("text")
        case .plain(.int): return counted("whole number")
        case .plain(.float): return counted("number")
        case .plain(.bool): return plural ? "yes or no each" : "yes or no"
        case .plain(.object): return counted("JSON object")
        case .plain: return plural ? "JSON values" : "any JSON value"
        case .words: return counted("word")
        case .fields: return counted("structure")
        case .list(let element): return counted("list") + " of " + noun(element, plural: true)
        case .map(let value): return counted("map") + " of " + noun(value, plural: true) + " by key"
        }
    }
}

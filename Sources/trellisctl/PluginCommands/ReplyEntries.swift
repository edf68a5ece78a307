import CommandModel
import ContractCommands
import Varlink

/// The help entries for the fields of a method's replies.
struct ReplyEntries {
    private let types: TypeDescription

    /// Creates the entries of an interface.
    ///
    /// - Parameter types: The descriptions of the contract's types.
    init(_ types: TypeDescription) {
        self.types = types
    }

    /// Returns the entries for fields, including those of nested structures.
    ///
    /// - Parameter fields: The fields of the reply.
    /// - Returns: The entries, in the order of the contract.
    func entries(of fields: [InterfaceDescription.Field]) -> [HelpSection.Entry] {
        entries(of: fields, under: [], within: [], depth: types.interface.expansionDepth(of: fields))
    }

    private func entries(
        of fields: [InterfaceDescription.Field], under path: [String], within outer: [TypeExpression], depth: Int
    ) -> [HelpSection.Entry] {
        fields.flatMap { field -> [HelpSection.Entry] in
            let path = path + [CommandName.spelled(field.name)]
            let note = field.isOptional ? ", optional" : ""
            let summary = "(\(types.noun(field.type))\(note)) \(field.documentation.inOneLine)"
            let own = HelpSection.Entry(path.joined(separator: "."), [summary], items: types.words(field.type))
            guard depth > 0, case .fields(let inner) = types.interface.resolve(field.type), !outer.contains(field.type)
            else { return [own] }
            return [own] + entries(of: inner, under: path, within: outer + [field.type], depth: depth - 1)
        }
    }
}

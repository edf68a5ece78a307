import Varlink

/// How the replies of a method are laid out for people: which values, under which headings.
///
/// A field that is a structure is spread out into its fields, so that the columns are single values.
struct ReplyColumns {
    /// One value of a reply.
    struct Column {
        /// Where the value is: the names of the fields that lead to it.
        var path: [String]

        /// What stands above it.
        var heading: String
    }

    /// The columns, in the order of the contract.
    let columns: [Column]

    /// Lays out replies.
    ///
    /// - Parameters:
    ///   - fields: The fields of the reply.
    ///   - interface: The interface that they belong to.
    init(of fields: [InterfaceDescription.Field], in interface: InterfaceDescription) {
        columns = fields.flatMap { field -> [Column] in
            guard case .fields(let inner) = interface.resolve(field.type), !inner.isEmpty else {
                return [Column(path: [field.name], heading: CommandName.heading(field.name))]
            }
            return inner.map { Column(path: [field.name, $0.name], heading: CommandName.heading($0.name)) }
        }
    }

    /// The cells of a reply, without control characters; nil when it has no value at all, as the empty reply of a listing
    /// that found nothing.
    ///
    /// - Parameter reply: The parameters of the reply.
    /// - Returns: The cells, one a column; or nil.
    func cells(of reply: JSONObject) -> [String]? {
        let values = columns.map { value(at: $0.path, in: reply) }
        guard values.contains(where: { $0 != nil }) else { return nil }
        return values.map { $0.map(Self.text) ?? "-" }
    }

    private func value(at path: [String], in reply: JSONObject) -> JSONValue? {
        var value: JSONValue? = .object(reply)
        for name in path { value = value?[name] }
        return value == .null ? nil : value
    }

    /// A value as a cell shows it.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text.escapingControlCharacters
        case .array(let elements): elements.map(text).joined(separator: ", ")
        default: value.formatted(.compact)
        }
    }
}

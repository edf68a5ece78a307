import Varlink

/// How the replies of a method are laid out for people: which values, under which headings.
///
/// A field that is a structure is spread out into its fields, so that the columns are single values.
struct ReplyColumns: Sendable {
    /// One value of a reply.
    struct Column: Sendable {
        /// Where the value is: the names of the fields that lead to it.
        var path: [String]

        /// What stands above it.
        var heading: String

        /// Whether its values are numbers, which stand on the right.
        var isNumber: Bool
    }

    /// The columns, in the order of the contract.
    let columns: [Column]

    /// Whether times are told in the local time zone, as a person at a terminal reads them.
    private let isLocalTime: Bool

    /// Lays out replies.
    ///
    /// - Parameters:
    ///   - fields: The fields of the reply.
    ///   - interface: The interface that they belong to.
    ///   - isLocalTime: Whether times are told in the local time zone.
    init(of fields: [InterfaceDescription.Field], in interface: InterfaceDescription, isLocalTime: Bool = false) {
        self.isLocalTime = isLocalTime
        let columns = Self.columns(
            of: fields, in: interface, under: [], within: [], depth: interface.expansionDepth(of: fields))
        // A heading is the name of its field. Where several columns have the same, the name of the structure precedes it.
        let counts = columns.reduce(into: [:]) { $0[$1.heading, default: 0] += 1 }
        self.columns = columns.map { column in
            guard counts[column.heading, default: 0] > 1, column.path.count > 1 else { return column }
            var column = column
            column.heading = column.path.suffix(2).map(CommandName.heading).joined(separator: " ")
            return column
        }
    }

    /// Lays out values that no contract describes.
    ///
    /// - Parameter columns: The columns.
    init(_ columns: [Column]) {
        self.columns = columns
        isLocalTime = false
    }

    private static func columns(
        of fields: [InterfaceDescription.Field], in interface: InterfaceDescription, under path: [String],
        within types: [TypeExpression], depth: Int
    ) -> [Column] {
        fields.flatMap { field -> [Column] in
            let path = path + [field.name]
            var isNumber = false
            switch interface.resolve(field.type) {
            case .fields(let inner) where depth > 0 && !inner.isEmpty && !types.contains(field.type):
                return columns(
                    of: inner, in: interface, under: path, within: types + [field.type], depth: depth - 1)
            case .plain(.int), .plain(.float): isNumber = true
            default: break
            }
            return [Column(path: path, heading: CommandName.heading(field.name), isNumber: isNumber)]
        }
    }

    /// The cells of a reply, without control characters and empty where it has no value; nil when it has none at all,
    /// as the empty reply of a listing that found nothing.
    ///
    /// - Parameter reply: The parameters of the reply.
    /// - Returns: The cells, or nil.
    func cells(of reply: JSONObject) -> [String]? {
        let values = columns.map { reply[$0.path[...]] ?? .null }
        guard values.contains(where: { $0 != .null }) else { return nil }
        return values.map { $0 == .null ? "" : text($0) }
    }

    /// A value as a cell shows it.
    private func text(_ value: JSONValue) -> String {
        if isLocalTime, let time = value.stringValue.flatMap(TimeText.local) { return time }
        return Self.text(value)
    }

    /// A value as people read it, without control characters.
    ///
    /// - Parameter value: The value.
    /// - Returns: The text.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text.escapingControlCharacters
        case .bool(let value): value ? "yes" : "no"
        case .array(let elements): elements.map(text).joined(separator: ", ")
        case .object(let object) where object.members.allSatisfy({ $0.value.isPlain }):
            object.members.map { "\($0.key.escapingControlCharacters)=\(text($0.value))" }.joined(separator: ", ")
        default: value.formatted(.compact).escapingControlCharacters
        }
    }
}

extension JSONValue {
    /// Whether this is a single value.
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}

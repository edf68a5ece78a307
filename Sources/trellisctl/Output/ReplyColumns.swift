import CommandModel
import ContractCommands
import Varlink

/// The columns of a method's replies in the text format.
///
/// A structure is expanded into its fields, so that most columns have simple values. Structures are expanded down to
/// `InterfaceDescription.expansionDepth(of:)`. A deeper one is shown as JSON.
struct ReplyColumns: Sendable {
    /// A column: one value of each reply.
    struct Column: Sendable {
        /// The path of the value: the names of the fields that lead to it.
        var path: [String]

        /// The heading in upper case.
        var heading: String

        /// Whether the values are numbers, which are aligned to the right.
        var isNumber: Bool
    }

    /// The columns, in the order of the contract.
    let columns: [Column]

    /// Whether times are shown in the local time zone.
    private let isLocalTime: Bool

    /// Creates the columns of replies.
    ///
    /// - Parameters:
    ///   - fields: The fields of the reply.
    ///   - interface: The interface that declares the types of the fields.
    ///   - isLocalTime: Whether times are shown in the local time zone.
    init(of fields: [InterfaceDescription.Field], in interface: InterfaceDescription, isLocalTime: Bool = false) {
        self.isLocalTime = isLocalTime
        let columns = Self.columns(
            of: fields, in: interface, under: [], within: [], depth: interface.expansionDepth(of: fields))
        // A heading is the name of its field. If several columns have the same name, that of the structure precedes it.
        let counts = columns.reduce(into: [:]) { $0[$1.heading, default: 0] += 1 }
        self.columns = columns.map { column in
            guard counts[column.heading, default: 0] > 1, column.path.count > 1 else { return column }
            var column = column
            column.heading = column.path.suffix(2).map(CommandName.heading).joined(separator: " ")
            return column
        }
    }

    /// Creates columns of values that no contract describes.
    ///
    /// - Parameter columns: The columns, in the order of the table.
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

    /// The cells of a reply, without control characters; a cell without a value is empty.
    ///
    /// - Parameter reply: The parameters of the reply.
    /// - Returns: The cells; nil for a reply without values, such as the empty reply of a listing without results.
    func cells(of reply: JSONObject) -> [String]? {
        let values = columns.map { reply[$0.path[...]] ?? .null }
        guard values.contains(where: { $0 != .null }) else { return nil }
        return values.map { $0 == .null ? "" : text($0) }
    }

    /// Returns the text of a value in a cell.
    private func text(_ value: JSONValue) -> String {
        if isLocalTime, let time = value.stringValue.flatMap(TimeText.local) { return time }
        return Self.text(value)
    }

    /// Returns the text of a value, without control characters.
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
    /// Whether the value is neither an array nor an object.
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}

/// JSON as RFC 8259 has it, for reports that tools read.
///
/// The standard library has none, and this module uses nothing else.
enum JSONText {
    case null
    case bool(Bool)
    case number(Int)
    case decimal(Double)
    case string(String)
    case array([JSONText])
    /// Its members, in the order in which they are written.
    case object([(String, JSONText)])

    /// The value without white space.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .decimal(let value): value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ value: String) -> String {
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension BindingLocation {
    /// The location for tools: `{"file":…,"line":…}`.
    var jsonText: JSONText {
        .object([("file", .string(file)), ("line", .number(line))])
    }
}

extension JSONValue: CustomStringConvertible {
    /// The layout of printed JSON.
    public enum Format: Hashable, Sendable {
        /// One line without spaces.
        case compact
        /// One member or element per line, indented by two spaces per level.
        ///
        /// Empty arrays and objects take one line.
        case pretty
    }

    /// Returns the value as JSON text.
    ///
    /// Members keep their order. A number that is not finite is printed as null.
    public func formatted(_ format: Format = .compact) -> String {
        switch format {
        case .compact:
            var writer = JSONWriter()
            write(to: &writer)
            return String(decoding: writer.finishAnyway(), as: UTF8.self)
        case .pretty:
            var text = ""
            appendPretty(to: &text, indentation: "")
            return text
        }
    }

    /// The value as JSON text in one line.
    public var description: String {
        formatted(.compact)
    }

    private func appendPretty(to text: inout String, indentation: String) {
        let deeper = indentation + "  "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            var separator = "[\n"
            for element in elements {
                text += separator + deeper
                element.appendPretty(to: &text, indentation: deeper)
                separator = ",\n"
            }
            text += "\n" + indentation + "]"
        case .object(let object) where !object.members.isEmpty:
            var separator = "{\n"
            for member in object.members {
                text += separator + deeper + JSONValue.string(member.key).formatted() + ": "
                member.value.appendPretty(to: &text, indentation: deeper)
                separator = ",\n"
            }
            text += "\n" + indentation + "}"
        default:
            text += formatted()
        }
    }
}

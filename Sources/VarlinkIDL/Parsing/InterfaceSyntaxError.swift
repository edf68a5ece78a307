/// A syntax error in an interface description.
public struct InterfaceSyntaxError: Error, Hashable, CustomStringConvertible {
    /// The reason for a syntax error.
    public enum Reason: Hashable, Sendable {
        /// An unexpected token. Both values are phrases, such as `':'` or `the name of a field`.
        case unexpected(found: String, expected: String)
        /// A character that is only allowed in comments.
        case unknownCharacter(Unicode.Scalar)
        /// A `[` that does not begin `[]` or `[string]`.
        case unknownBracket
        /// A field of a structure without a type.
        case untypedField(name: String)
        /// A value of an enumeration with a type.
        case typedValue(name: String)
        /// A comma after the last entry of a list.
        case trailingComma
        /// A declaration on the line on which the previous one ends.
        case missingLineBreak(after: String)
        /// A nesting depth of more than ``TypeExpression/maximumDepth``.
        case tooDeep(limit: Int)
    }

    /// The reason.
    public let reason: Reason

    /// The position of the first unexpected character.
    public let position: TextPosition

    /// The message, without the position.
    public var message: String {
        switch reason {
        case .unexpected(let found, let expected):
            return "expected \(expected), found \(found)"
        case .unknownCharacter(let scalar):
            let code = String(scalar.value, radix: 16, uppercase: true)
            let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
            let visible = scalar.properties.generalCategory != .control
            return "unexpected character \(visible ? "'\(scalar)' (\(number))" : number) outside of a comment"
        case .unknownBracket:
            return "expected '[]' for an array or '[string]' for a map; the keys of maps are strings"
        case .untypedField(let name):
            return "expected ':' and a type after '\(name)'; only values of an enumeration have no type"
        case .typedValue(let name):
            return "value '\(name)' of an enumeration has a type; in a structure, every field has a type"
        case .trailingComma:
            return "expected a name after ','; remove the comma after the last entry of a list"
        case .missingLineBreak(let name):
            return "expected a line break after '\(name)'; each declaration begins on a new line"
        case .tooDeep(let limit):
            return "types are nested more than \(limit) levels deep; declare an inner type with a name"
        }
    }

    /// The position and the message: `LINE:COLUMN: MESSAGE`.
    public var description: String { "\(position): \(message)" }
}

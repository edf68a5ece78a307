/// A text that is not an interface description: what was found where, and what should have been there.
public struct InterfaceSyntaxError: Error, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// Something stands where something else was expected. Both are phrases for people, such as `':'` or
        /// `the name of a field`.
        case unexpected(found: String, expected: String)
        /// A character that the language has no use for outside comments.
        case unknownCharacter(Unicode.Scalar)
        /// A `[` that begins neither `[]` nor `[string]`.
        case unknownBracket
        /// A structure has a field without a type.
        case untypedField(name: String)
        /// An enumeration has a value with a type.
        case typedValue(name: String)
        /// A list ends with a comma.
        case trailingComma
        /// A declaration begins on the line on which the one before it ends.
        case missingLineBreak(after: String)
        /// Types stand inside each other more than ``TypeExpression/maximumDepth`` times.
        case tooDeep(limit: Int)
    }

    /// What is wrong.
    public let reason: Reason

    /// Where it was found: the first character of what should not be there.
    public let position: TextPosition

    /// The sentence for people, without the position.
    public var message: String {
        switch reason {
        case .unexpected(let found, let expected):
            return "expected \(expected), found \(found)"
        case .unknownCharacter(let scalar):
            let code = String(scalar.value, radix: 16, uppercase: true)
            let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
            let visible = scalar.properties.generalCategory != .control
            return "the character \(visible ? "'\(scalar)' (\(number))" : number) can stand only in a comment"
        case .unknownBracket:
            return "expected '[]' for an array or '[string]' for a map; keys of maps are always strings"
        case .untypedField(let name):
            return "expected ':' and a type after '\(name)'; only the values of an enumeration stand without one"
        case .typedValue(let name):
            return "the value '\(name)' of an enumeration can't have a type; in a structure every name has one"
        case .trailingComma:
            return "expected another name after ','; the last entry of a list has no comma behind it"
        case .missingLineBreak(let name):
            return "expected a line break after '\(name)'; each declaration begins on a line of its own"
        case .tooDeep(let limit):
            return "types stand inside each other more than \(limit) times; give an inner one a name of its own"
        }
    }

    /// The position and the sentence: `LINE:COLUMN: MESSAGE`.
    public var description: String { "\(position): \(message)" }
}

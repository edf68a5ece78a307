/// A comment of an interface description, with its position.
package struct Comment: Hashable, Sendable {
    /// The text between `#` and the end of the line.
    package let text: String

    /// The position of `#`.
    package let position: TextPosition

    /// A declaration that a comment documents.
    package enum Declaration: Hashable, Sendable {
        case method(String)
        case error(String)
        /// A parameter of a method, or a field of a structure.
        case parameter(String, isOptional: Bool, position: TextPosition)
    }

    /// The method, error or parameter that the comment documents; nil for other comments.
    package internal(set) var declaration: Declaration?

    /// The text without the space after `#`.
    package var line: String {
        // Scalars, because a space and a combining mark are one character.
        text.unicodeScalars.first == " " ? String(text.unicodeScalars.dropFirst()) : text
    }

    init(text: String, position: TextPosition) {
        self.text = text
        self.position = position
    }
}

/// A word or punctuation mark of an interface description, with the trivia before it.
struct Token {
    enum Kind: Equatable {
        /// A sequence of letters, digits, `_`, `.` and `-`: a keyword, or a valid or invalid name.
        case word(String)
        case leftParenthesis
        case rightParenthesis
        case comma
        case colon
        case arrow
        case question
        case array
        case map
        case end
    }

    let kind: Kind
    let position: TextPosition

    /// Whether a line break separates this token from the previous one.
    let followsLineBreak: Bool

    /// Whether white space, a line break or a comment separates this token from the previous one.
    let followsSpace: Bool

    /// The comment lines immediately above the token.
    let documentation: [String]

    /// The comments before the token, whether they document it or not; empty after the parser has used them.
    var comments: [Comment]

    /// The token in a message.
    var phrase: String {
        switch kind {
        case .word(let text): "'\(text)'"
        case .leftParenthesis: "'('"
        case .rightParenthesis: "')'"
        case .comma: "','"
        case .colon: "':'"
        case .arrow: "'->'"
        case .question: "'?'"
        case .array: "'[]'"
        case .map: "'[string]'"
        case .end: "the end of the text"
        }
    }
}

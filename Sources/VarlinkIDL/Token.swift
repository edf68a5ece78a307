/// One word or sign of an interface description, with what stands before it.
struct Token {
    enum Kind: Equatable {
        /// A run of letters, digits, `_`, `.` and `-`: a keyword or a name, right or wrong.
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

    /// Whether a line break stands between this token and the one before it.
    let followsLineBreak: Bool

    /// Whether white space, a line break or a comment stands between this token and the one before it.
    let followsSpace: Bool

    /// The comment lines immediately above the token, each from its line's start on.
    let documentation: [String]

    /// The comments before the token, whether they document it or not; empty once they are taken.
    var comments: [Comment]

    /// How a message calls the token.
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

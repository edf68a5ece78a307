/// Splits a text into tokens.
struct Scanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private(set) var position = TextPosition(line: 1, column: 1)

    /// The position of the first line break other than a line feed.
    private(set) var firstForeignLineBreak: TextPosition?

    /// The position of the first white space other than spaces and tabs.
    private(set) var firstForeignSpace: TextPosition?

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Returns the next token; `.end` after the last one.
    mutating func next() throws(InterfaceSyntaxError) -> Token {
        var trivia = Trivia()
        skipTrivia(into: &trivia)
        let start = position
        let kind = try readKind(from: start)
        return Token(
            kind: kind, position: start, followsLineBreak: trivia.hasLineBreak, followsSpace: trivia.hasAny,
            documentation: trivia.documentation, comments: trivia.comments)
    }

    private mutating func readKind(from start: TextPosition) throws(InterfaceSyntaxError) -> Token.Kind {
        guard let scalar = peek() else { return .end }
        if isWord(at: index) { return .word(readWord()) }
        switch scalar {
        case "(": return take(1, as: .leftParenthesis)
        case ")": return take(1, as: .rightParenthesis)
        case ",": return take(1, as: .comma)
        case ":": return take(1, as: .colon)
        case "?": return take(1, as: .question)
        case "-": return take(2, as: .arrow)  // A '-' without '>' is a word.
        case "[" where matches("[]"): return take(2, as: .array)
        case "[" where matches("[string]"): return take(8, as: .map)
        case "[": throw InterfaceSyntaxError(reason: .unknownBracket, position: start)
        default: throw InterfaceSyntaxError(reason: .unknownCharacter(scalar), position: start)
        }
    }

    private mutating func take(_ count: Int, as kind: Token.Kind) -> Token.Kind {
        for _ in 0..<count { advance() }
        return kind
    }

    private mutating func readWord() -> String {
        var word = String.UnicodeScalarView()
        while index < scalars.count, isWord(at: index) {
            word.append(scalars[index])
            advance()
        }
        return String(word)
    }

    private func isWord(at index: Int) -> Bool {
        let scalar = scalars[index]
        if scalar == "-" { return !(index + 1 < scalars.count && scalars[index + 1] == ">") }
        return scalar.isInterfaceAlphanumeric || scalar == "_" || scalar == "."
    }

    private func matches(_ text: String) -> Bool {
        scalars[index...].starts(with: text.unicodeScalars)
    }

    private func peek() -> Unicode.Scalar? {
        index < scalars.count ? scalars[index] : nil
    }

    private mutating func advance() {
        position = TextPosition(line: position.line, column: position.column + scalars[index].interfaceWidth)
        index += 1
    }

    // MARK: - White space and comments

    private struct Trivia {
        var documentation: [String] = []
        var comments: [Comment] = []
        var hasLineBreak = false
        var hasAny = false
    }

    /// Skips white space and comments.
    ///
    /// A comment documents the next token if it is on separate lines and no blank line follows it.
    private mutating func skipTrivia(into trivia: inout Trivia) {
        var lineIsFresh = index == 0
        var lineIsBlank = lineIsFresh
        while let scalar = peek() {
            if scalar == "#" {
                let comment = readComment()
                trivia.comments.append(comment)
                if lineIsFresh { trivia.documentation.append(comment.line) }
                lineIsBlank = false
            } else if scalar.isInterfaceLineBreak {
                skipLineBreak()
                if lineIsBlank { trivia.documentation.removeAll() }
                trivia.hasLineBreak = true
                lineIsFresh = true
                lineIsBlank = true
            } else if scalar.isInterfaceWhitespace {
                if scalar != " ", scalar != "\t", firstForeignSpace == nil { firstForeignSpace = position }
                advance()
            } else {
                return
            }
            trivia.hasAny = true
        }
    }

    private mutating func readComment() -> Comment {
        let start = position
        advance()
        var comment = String.UnicodeScalarView()
        while let scalar = peek(), !scalar.isInterfaceLineBreak {
            comment.append(scalar)
            advance()
        }
        return Comment(text: String(comment), position: start)
    }

    private mutating func skipLineBreak() {
        if scalars[index] != "\n", firstForeignLineBreak == nil { firstForeignLineBreak = position }
        let isPair = matches("\r\n")
        index += isPair ? 2 : 1
        position = TextPosition(line: position.line + 1, column: 1)
    }
}

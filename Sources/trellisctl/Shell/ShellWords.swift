/// The words of a line, split as by a POSIX shell (XCU 2.2, Quoting): at blanks, with backslashes, single and double
/// quotes, and comments after `#`.
///
/// Variables, patterns and commands are not expanded. Characters that are operators in a shell (`;`, `|`, `&`, `<`,
/// `>`, `(`, `)`, a backquote, or a dollar sign that starts an expansion) must be quoted, so that a line has the same
/// meaning here as in a POSIX shell.
struct ShellWords: Equatable {
    /// The reason why a line is rejected.
    enum Failure: Error, Equatable {
        /// A quote is not closed, or the line ends with a backslash. The command continues on the next line.
        case unfinished

        /// An operator of a POSIX shell is not quoted.
        case unquoted(Character)
    }

    /// The words without their quotes.
    var words: [String] = []

    /// Whether the line ends with the last word, which may be incomplete.
    var endsInWord = false

    /// The number of characters before the last word and its quotes.
    var lastWordStart = 0

    /// Splits a line.
    ///
    /// - Parameters:
    ///   - line: The text to split.
    ///   - isUnfinished: Whether the line may end within quotes, because the user is still typing.
    /// - Throws: ``Failure`` when the line ends within quotes or contains an unquoted operator.
    init(_ line: String, isUnfinished: Bool = false) throws(Failure) {
        var word: String?
        var rest = line[...]
        func quoted(until mark: Character) throws(Failure) -> String {
            guard let end = rest.firstIndex(of: mark) else {
                guard isUnfinished else { throw .unfinished }
                defer { rest = "" }
                return String(rest)
            }
            defer { rest = rest[rest.index(after: end)...] }
            return String(rest[..<end])
        }
        while let character = rest.popFirst() {
            let start = line.count - rest.count - 1
            defer { if word == nil { lastWordStart = start + 1 } }
            switch character {
            case " ", "\t", "\n", "\r\n":
                if let word { words.append(word) }
                word = nil
            case "'":
                word = (word ?? "") + (try quoted(until: "'"))
            case "\"":
                word = (word ?? "") + (try Self.doubleQuoted(&rest, isUnfinished: isUnfinished))
            case "\\":
                guard let escaped = rest.popFirst() else {
                    guard isUnfinished else { throw .unfinished }
                    word = word ?? ""
                    continue
                }
                // A backslash at the end of a line joins the line with the next one.
                if escaped != "\n" { word = (word ?? "") + String(escaped) }
            case "#" where word == nil:
                rest = rest.drop { $0 != "\n" }
            case ";", "|", "&", "<", ">", "(", ")", "`", "$":
                guard isUnfinished || character == "$" && !Self.beginsExpansion(rest) else {
                    throw .unquoted(character)
                }
                word = (word ?? "") + String(character)
            default:
                word = (word ?? "") + String(character)
            }
        }
        endsInWord = word != nil
        if let word { words.append(word) }
    }

    private static func doubleQuoted(_ rest: inout Substring, isUnfinished: Bool) throws(Failure) -> String {
        var text = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return text
            case "\\":
                guard let next = rest.first else { break }
                rest.removeFirst()
                switch next {
                case "$", "`", "\"", "\\": text.append(next)
                case "\n": break
                default: text += "\\" + String(next)
                }
            case "$", "`":
                guard isUnfinished || character == "$" && !beginsExpansion(rest) else { throw .unquoted(character) }
                text.append(character)
            default: text.append(character)
            }
        }
        guard isUnfinished else { throw .unfinished }
        return text
    }

    /// Whether a text after a dollar sign makes it an expansion (XCU 2.6): a name, a digit, a special parameter or `{`.
    private static func beginsExpansion(_ rest: Substring) -> Bool {
        guard let next = rest.first else { return false }
        return next.isASCII && (next.isLetter || next.isNumber || "_{(@*#?-$!".contains(next))
    }

    /// Returns a word, which may be incomplete, without its quotes.
    static func unquoted(_ word: String) -> String {
        (try? ShellWords(word, isUnfinished: true).words.joined(separator: " ")) ?? word
    }
}

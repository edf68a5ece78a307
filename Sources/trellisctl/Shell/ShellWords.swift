/// Words of a line as a POSIX shell reads them (XCU 2.2, Quoting): divided by blanks, with backslashes and single and
/// double quotes, and comments behind `#`.
///
/// Nothing is expanded: there are no variables, no patterns, no commands within words. A sign that would be an operator
/// of a shell (`;`, `|`, `&`, `<`, `>`, `(`, `)`, a backquote or a dollar sign that would begin an expansion) has to be
/// quoted, so that no line means something else here than there.
struct ShellWords: Equatable {
    /// Why a line can't be read.
    enum Failure: Error, Equatable {
        /// A quote is not closed, or the line ends in a backslash: it goes on in the next line.
        case unfinished

        /// A sign that a shell would act on is not quoted.
        case unquoted(Character)
    }

    /// The words.
    var words: [String] = []

    /// Whether the line ends within the last word, or right behind it.
    var endsInWord = false

    /// How many characters stand before the last word, with its quotes.
    var lastWordStart = 0

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - isUnfinished: Whether the line may end within quotes, as while it is being typed.
    /// - Throws: ``Failure``.
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
            let place = line.count - rest.count - 1
            defer { if word == nil { lastWordStart = place + 1 } }
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
                // A backslash at the end of a line joins it to the next.
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

    /// Whether what follows a dollar sign makes it an expansion (XCU 2.6): a name, a digit, a special parameter,
    /// braces.
    private static func beginsExpansion(_ rest: Substring) -> Bool {
        guard let next = rest.first else { return false }
        return next.isASCII && (next.isLetter || next.isNumber || "_{(@*#?-$!".contains(next))
    }

    /// A word without its quotes, as far as it is finished.
    static func unquoted(_ word: String) -> String {
        (try? ShellWords(word, isUnfinished: true).words.joined(separator: " ")) ?? word
    }
}

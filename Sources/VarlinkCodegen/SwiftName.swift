/// Turns names of the interface language into names of Swift.
enum SwiftName {
    /// The name of a property, a parameter, a function or a case: `tylium_level` becomes `tyliumLevel`, `GetInfo`
    /// becomes `getInfo`, `URLPath` becomes `urlPath`.
    static func lowerCamel(_ name: String) -> String {
        let words = self.words(of: name)
        return words.enumerated().map { $0.offset == 0 ? startingLowercase($0.element) : capitalized($0.element) }
            .joined()
    }

    /// The name of a type: `kind` becomes `Kind`, `tylium_level` becomes `TyliumLevel`.
    static func upperCamel(_ name: String) -> String {
        words(of: name).map(capitalized).joined()
    }

    /// The name with backticks around it where Swift would read it as a keyword.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// The name without backticks.
    static func unescaped(_ name: String) -> String {
        name.filter { $0 != "`" }
    }

    /// An escaped name as a label in a list of arguments, where `inout` alone needs backticks, and the others draw a
    /// warning.
    static func label(_ name: String) -> String {
        let bare = unescaped(name)
        return bare == "inout" ? name : bare
    }

    /// A name that nothing in its surroundings has, and notes it: underscores are put behind it until it is free.
    static func unique(_ name: String, in taken: inout Set<String>) -> String {
        var name = name
        while !taken.insert(name).inserted { name += "_" }
        return name
    }

    /// A name that nothing in its surroundings has: the first one, or else the second, or what ``unique(_:in:)`` makes
    /// of it.
    static func free(_ name: String, or other: String, besides taken: some Sequence<String>) -> String {
        var taken = Set(taken.map(unescaped))
        return taken.contains(name) ? unique(other, in: &taken) : name
    }

    /// The parts between underscores and hyphens; where there are several, those in capitals alone become lowercase.
    private static func words(of name: String) -> [String] {
        let words = name.split { $0 == "_" || $0 == "-" }.map(String.init)
        guard words.count > 1 else { return words }
        return words.map { $0.contains(where: \.isLowercase) ? $0 : $0.lowercased() }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// The word with its first letter in lowercase, or its first letters where it begins with an abbreviation.
    private static func startingLowercase(_ word: String) -> String {
        let capitals = word.prefix(while: \.isUppercase)
        guard capitals.count > 1 else { return word.prefix(1).lowercased() + word.dropFirst() }
        let rest = word.dropFirst(capitals.count)
        // The last capital begins the next word, if one follows: URLPath, but ID and X509.
        let kept = rest.first.map(\.isLowercase) ?? false ? capitals.count - 1 : capitals.count
        return word.prefix(kept).lowercased() + word.dropFirst(kept)
    }

    /// Swift's keywords, and the words that begin an expression, a type or a modifier in some places.
    ///
    /// From the chapter "Lexical Structure" of The Swift Programming Language.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "any", "as", "associatedtype", "async", "await", "borrowing", "break",
        "case", "catch", "class", "consume", "consuming", "continue", "copy", "default", "defer", "deinit", "discard",
        "do", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import", "in", "init", "inout", "internal", "is", "let", "macro", "nil", "nonisolated", "open", "operator",
        "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "sending", "some", "static", "struct", "subscript", "super", "switch", "then", "throw", "throws", "true",
        "try", "typealias", "unsafe", "var", "where", "while", "yield",
    ]
}

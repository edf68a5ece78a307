/// Converts names of the interface language to names of Swift.
enum SwiftName {
    /// Returns the name of a property, a parameter, a function or a case: `tylium_level` becomes `tyliumLevel`, `GetInfo`
    /// becomes `getInfo`, `URLPath` becomes `urlPath`.
    static func lowerCamel(_ name: String) -> String {
        let words = self.words(of: name)
        return words.enumerated().map { $0.offset == 0 ? startingLowercase($0.element) : capitalized($0.element) }
            .joined()
    }

    /// Returns the name of a type: `kind` becomes `Kind`, `tylium_level` becomes `TyliumLevel`.
    static func upperCamel(_ name: String) -> String {
        words(of: name).map(capitalized).joined()
    }

    /// Returns the name, in backticks if it is a keyword of Swift.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Returns the name without backticks.
    static func unescaped(_ name: String) -> String {
        name.filter { $0 != "`" }
    }

    /// Returns an escaped name as an argument label.
    ///
    /// Only `inout` needs backticks; other keywords cause a warning.
    static func label(_ name: String) -> String {
        let bare = unescaped(name)
        return bare == "inout" ? name : bare
    }

    /// Returns a unique name by appending underscores, and adds it to the used names.
    static func unique(_ name: String, in taken: inout Set<String>) -> String {
        var name = name
        while !taken.insert(name).inserted { name += "_" }
        return name
    }

    /// Returns the first name if it is not used, otherwise the second one, made unique with ``unique(_:in:)``.
    static func free(_ name: String, or other: String, besides taken: some Sequence<String>) -> String {
        var taken = Set(taken.map(unescaped))
        return taken.contains(name) ? unique(other, in: &taken) : name
    }

    /// Returns the words between underscores and hyphens.
    ///
    /// If there are several, words in capitals become lowercase.
    private static func words(of name: String) -> [String] {
        let words = name.split { $0 == "_" || $0 == "-" }.map(String.init)
        guard words.count > 1 else { return words }
        return words.map { $0.contains(where: \.isLowercase) ? $0 : $0.lowercased() }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Returns the word with its first letter, or its initial abbreviation, in lowercase.
    private static func startingLowercase(_ word: String) -> String {
        let capitals = word.prefix(while: \.isUppercase)
        guard capitals.count > 1 else { return word.prefix(1).lowercased() + word.dropFirst() }
        let rest = word.dropFirst(capitals.count)
        // The last capital may begin the next word, as in URLPath, but not in ID and X509.
        let kept = rest.first.map(\.isLowercase) ?? false ? capitals.count - 1 : capitals.count
        return word.prefix(kept).lowercased() + word.dropFirst(kept)
    }

    /// The keywords of Swift, and words that begin an expression, a type or a modifier in some contexts.
    ///
    /// See the chapter "Lexical Structure" of The Swift Programming Language.
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

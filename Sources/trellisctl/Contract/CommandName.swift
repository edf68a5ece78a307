/// How names of a contract are spelled on the command line: the one rule for commands, options and headings.
enum CommandName {
    /// A name in words joined by dashes: `ListPlugins` is `list-plugins`, `baseURL` is `base-url`.
    ///
    /// - Parameter name: The name of a method or a field.
    /// - Returns: The spelling.
    static func spelled(_ name: String) -> String {
        words(in: name).joined(separator: "-")
    }

    /// A name as it is spelled beside others, so that each spelling means one of them.
    ///
    /// Names that would be spelled alike, such as `HTTPServer` and `HttpServer`, stay as the contract has them. Nothing
    /// else is spelled like one of those: a name of the contract has no dashes, and one that is spelled without is
    /// among them.
    ///
    /// - Parameters:
    ///   - name: The name of a method or a field.
    ///   - names: All names of its kind, this one among them.
    /// - Returns: The spelling.
    static func spelled(_ name: String, among names: some Sequence<String>) -> String {
        let spelling = spelled(name)
        return names.contains { $0 != name && spelled($0) == spelling } ? name : spelling
    }

    /// A name as the heading of a column: `stateDirectory` is `STATE DIRECTORY`.
    ///
    /// - Parameter name: The name of a field.
    /// - Returns: The heading.
    static func heading(_ name: String) -> String {
        words(in: name).joined(separator: " ").uppercased()
    }

    /// The words of a name, in lower case.
    ///
    /// A word starts at a capital. A run of capitals is one word, but for its last letter when a small one follows:
    /// `HTTPServer` is `http`, `server`. What makes its plural or its version belongs to a run: `parentIDs` is
    /// `parent`, `ids`, and `IPv4Address` is `ipv4`, `address`. Digits belong to what stands before them; `_` divides
    /// words.
    private static func words(in name: String) -> [String] {
        let letters = Array(name)
        func isCapital(_ index: Int) -> Bool { letters.indices.contains(index) && letters[index].isUppercase }
        func isSmall(_ index: Int) -> Bool { letters.indices.contains(index) && letters[index].isLowercase }
        func isEndOfRun(_ index: Int) -> Bool {
            guard letters.indices.contains(index), isCapital(index - 1), isCapital(index - 2) else { return false }
            let next = letters.indices.contains(index + 1) ? letters[index + 1] : nil
            return letters[index] == "s" && next?.isLowercase != true || letters[index] == "v" && next?.isNumber == true
        }
        var words: [String] = []
        for (index, letter) in letters.enumerated() where letter != "_" {
            let isFirst = index == 0 || letters[index - 1] == "_"
            let startsWord =
                letter.isUppercase && (!isCapital(index - 1) || isSmall(index + 1) && !isEndOfRun(index + 1))
            if isFirst || startsWord {
                words.append(letter.lowercased())
            } else {
                words[words.count - 1] += letter.lowercased()
            }
        }
        return words
    }
}

/// The spelling of a contract's names on the command line: one rule for commands, options and headings.
package enum CommandName {
    /// Returns a name as words that are joined by dashes: `list-plugins` for `ListPlugins`, `base-url` for `baseURL`.
    package static func spelled(_ name: String) -> String {
        words(in: name).joined(separator: "-")
    }

    /// Returns a name as the heading of a column: `STATE DIRECTORY` for `stateDirectory`.
    package static func heading(_ name: String) -> String {
        words(in: name).joined(separator: " ").uppercased()
    }

    /// Returns the words of a name, in lower case.
    ///
    /// A word starts at an upper-case letter or after `_`. A run of upper-case letters is one word, except its last
    /// letter when a lower-case one follows: `HTTPServer` is `http`, `server`. A plural `s` and a `v` before a number
    /// belong to the run: `parentIDs` is `parent`, `ids`, and `IPv4Address` is `ipv4`, `address`. Digits belong to the
    /// word before them.
    private static func words(in name: String) -> [String] {
        let letters = Array(name)
        func isUpper(_ index: Int) -> Bool { letters.indices.contains(index) && letters[index].isUppercase }
        func isLower(_ index: Int) -> Bool { letters.indices.contains(index) && letters[index].isLowercase }
        func isEndOfRun(_ index: Int) -> Bool {
            guard letters.indices.contains(index), isUpper(index - 1), isUpper(index - 2) else { return false }
            let next = letters.indices.contains(index + 1) ? letters[index + 1] : nil
            return letters[index] == "s" && next?.isLowercase != true || letters[index] == "v" && next?.isNumber == true
        }
        var words: [String] = []
        for (index, letter) in letters.enumerated() where letter != "_" {
            let isFirst = index == 0 || letters[index - 1] == "_"
            let startsWord =
                letter.isUppercase && (!isUpper(index - 1) || isLower(index + 1) && !isEndOfRun(index + 1))
            if isFirst || startsWord {
                words.append(letter.lowercased())
            } else {
                words[words.count - 1] += letter.lowercased()
            }
        }
        return words
    }
}

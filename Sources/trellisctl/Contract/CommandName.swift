/// How names of a contract are spelled on the command line.
enum CommandName {
    /// A name in words joined by dashes: `ListPlugins` is `list-plugins`, `baseURL` is `base-url`.
    ///
    /// - Parameter name: The name of a method or a field.
    /// - Returns: The spelling.
    static func spelled(_ name: String) -> String {
        words(in: name).joined(separator: "-")
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
    /// A run of capitals is one word, but for its last letter when a small one follows.
    private static func words(in name: String) -> [String] {
        let letters = Array(name)
        var words: [String] = []
        for (index, letter) in letters.enumerated() {
            let isFirst = index == 0 || letters[index - 1] == "_"
            let startsWord =
                letter.isUppercase && !isFirst
                && (!letters[index - 1].isUppercase || index + 1 < letters.count && letters[index + 1].isLowercase)
            if letter == "_" { continue }
            if isFirst || startsWord {
                words.append(letter.lowercased())
            } else {
                words[words.count - 1] += letter.lowercased()
            }
        }
        return words
    }
}

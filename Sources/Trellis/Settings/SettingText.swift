/// The parsers of setting values.
enum SettingText {
    private static let trueWords = ["true", "yes", "on", "1", "y", "t"]
    private static let falseWords = ["false", "no", "off", "0", "n", "f"]

    /// Parses a Boolean value as systemd does (`parse_boolean` in systemd's `src/basic/parse-util.c`).
    static func boolean(_ text: String) -> Bool? {
        let word = text.lowercased()
        return trueWords.contains(word) ? true : falseWords.contains(word) ? false : nil
    }

    /// A regular expression for the Boolean values, without anchors.
    static var booleanPattern: String {
        // The regular expressions of JSON Schema cannot ignore case.
        (trueWords + falseWords).map { word in
            word.map { $0.isLetter ? "[\($0.uppercased())\($0)]" : "\($0)" }.joined()
        }.joined(separator: "|")
    }
}

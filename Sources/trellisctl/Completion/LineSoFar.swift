/// The words before the cursor, with options of `trellisctl` taken out.
///
/// Nothing is refused here: the line is not finished.
struct LineSoFar {
    /// The other words, in order, without `--`.
    var words: [String] = []

    /// The option whose value the word at the cursor is.
    var awaiting: BuiltInOption?

    /// Whether `--` came: nothing is an option any more.
    var isLiteral = false

    /// Reads the words.
    ///
    /// - Parameters:
    ///   - line: The words before the cursor.
    ///   - options: The options to take out.
    init(_ line: [String], _ options: [BuiltInOption]) {
        for word in line {
            let isValue = awaiting != nil && word.isSeparateValue
            awaiting = nil
            if isLiteral {
                words.append(word)
            } else if isValue {
                continue
            } else if word == "--" {
                isLiteral = true
            } else if let option = options.first(where: { $0.spelling == word }) {
                awaiting = option.valueName == nil ? nil : option
            } else if !options.contains(where: { word.hasPrefix($0.spelling + "=") }) {
                words.append(word)
            }
        }
    }
}

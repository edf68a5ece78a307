import Glibc

extension BuiltInOption {
    /// Takes options out of a command line, from wherever they stand before `--`.
    ///
    /// An option that is there more than once has its last value.
    ///
    /// - Parameters:
    ///   - options: The options to take; others are left.
    ///   - words: The command line; what is left of it is everything else, in order.
    ///   - line: The command line as it was given, for messages.
    /// - Returns: The values; of an option without one, the empty text.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when an option lacks its value, or has one that it does not take.
    static func take(
        _ options: [BuiltInOption], from words: inout [String], line: [String]
    ) throws -> [BuiltInOption: String] {
        var values: [BuiltInOption: String] = [:]
        var rest: [String] = []
        var index = words.startIndex
        while index < words.endIndex, words[index] != "--" {
            let word = words[index]
            index += 1
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = options.first(where: { $0.spelling == parts.first ?? "" }) else {
                rest.append(word)
                continue
            }
            switch (option.valueName, parts.count) {
            case (nil, 1): values[option] = ""
            case (nil, _): throw CommandFailure(EX_USAGE, "\(option.spelling) takes no value")
            case (_, 2): values[option] = String(parts[1])
            case (let name?, _):
                guard index < words.endIndex, words[index].isSeparateValue else {
                    throw CommandFailure(
                        EX_USAGE, "\(option.spelling) needs a value: \(name)",
                        advice: joiningAdvice(for: option.spelling, in: line))
                }
                values[option] = words[index]
                index += 1
            }
        }
        words = rest + words[index...]
        return values
    }
}

extension BuiltInOption {
    /// How a value that looks like an option is given.
    ///
    /// - Parameters:
    ///   - option: The option that lacks its value, with its dashes.
    ///   - line: The command line as it was given.
    /// - Returns: The way to give the next word of the line as the value; nil when that word is no option.
    static func joiningAdvice(for option: String, in line: [String]) -> String? {
        let pairs = zip(line, line.dropFirst())
        guard let (_, next) = pairs.first(where: { $0 == option && !$1.isSeparateValue }) else { return nil }
        let joined = ShellWords.quoted("\(option)=\(next)")
        return "'\(next)' is an option. Where it is the value, join the two: \(joined)"
    }
}

extension String {
    /// Whether the word can be the value of the option before it.
    ///
    /// A word that begins with `--` is an option unless `=` joins it to another, so an option without its value never
    /// takes the next option for it. A number below zero has one dash, and is a value.
    var isSeparateValue: Bool { !hasPrefix("--") }
}

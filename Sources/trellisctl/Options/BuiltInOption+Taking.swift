import Glibc

extension BuiltInOption {
    /// Takes options out of a command line, from wherever they stand before `--`.
    ///
    /// An option that is there more than once has its last value.
    ///
    /// - Parameters:
    ///   - options: The options to take; others are left.
    ///   - words: The command line; what is left of it is everything else, in order.
    /// - Returns: The values; of an option without one, the empty text.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when an option lacks its value, or has one that it does not take.
    static func take(_ options: [BuiltInOption], from words: inout [String]) throws -> [BuiltInOption: String] {
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
                guard index < words.endIndex else {
                    throw CommandFailure(EX_USAGE, "\(option.spelling) needs a value: \(name)")
                }
                values[option] = words[index]
                index += 1
            }
        }
        words = rest + words[index...]
        return values
    }
}

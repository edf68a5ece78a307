/// The values that a parameter accepts.
public enum ValueKind: Sendable, Hashable {
    /// Any text.
    case text
    /// The path of a file or a directory: any text that is not empty.
    case path
    /// An integer of 64 bits within limits.
    case integer(minimum: Int64? = nil, maximum: Int64? = nil)
    /// A finite decimal number.
    case number
    /// `true`, `yes`, `on` or `1`; `false`, `no`, `off` or `0`.
    case boolean
    /// One of the listed words.
    case choice([Completion.Candidate])
    /// JSON. The parser does not check the value.
    case json

    /// Returns a description of the accepted values if a text is not among them.
    ///
    /// - Parameter text: The value as written.
    /// - Returns: The description, such as `an integer`; nil when the value is accepted.
    public func expectation(violatedBy text: String) -> String? {
        switch self {
        case .text, .json: nil
        case .path: text.isEmpty ? "a path" : nil
        case .integer(let minimum, let maximum):
            if let number = Int64(text) {
                number < minimum ?? .min || number > maximum ?? .max ? Self.range(minimum, maximum) : nil
            } else {
                text.isDigits ? "a 64-bit integer" : Self.range(minimum, maximum)
            }
        case .number: Double(text)?.isFinite == true ? nil : "a number"
        case .boolean: Self.truthValue(text) == nil ? "true or false" : nil
        case .choice(let words):
            words.contains { $0.word == text } ? nil : Self.list(words.map(\.word))
        }
    }

    /// Returns the Boolean value of a text, such as `yes` or `0`.
    ///
    /// - Parameter text: The value as written.
    /// - Returns: The Boolean value; nil if the text is not one of the eight words.
    public static func truthValue(_ text: String) -> Bool? {
        switch text {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// The completions of a value.
    var completion: Completion {
        switch self {
        case .path: .files
        case .boolean: .words([Completion.Candidate("yes"), Completion.Candidate("no")])
        case .choice(let words): .words(words)
        case .text, .integer, .number, .json: .nothing
        }
    }

    private static func range(_ minimum: Int64?, _ maximum: Int64?) -> String {
        switch (minimum, maximum) {
        case (nil, nil): "an integer"
        case (1?, nil): "a positive integer"
        case (let minimum?, nil): "an integer of at least \(minimum)"
        case (nil, let maximum?): "an integer of at most \(maximum)"
        case (let minimum?, let maximum?): "an integer from \(minimum) to \(maximum)"
        }
    }

    /// The maximum number of words that a message lists.
    private static let longestList = 20

    private static func list(_ words: [String]) -> String {
        let shown = words.prefix(longestList).joined(separator: ", ")
        return words.count > longestList ? "one of \(shown), …" : "one of \(shown)"
    }
}

extension String {
    /// Whether the text consists of digits, with or without a sign before them.
    fileprivate var isDigits: Bool {
        let digits = drop { $0 == "-" || $0 == "+" }
        return !digits.isEmpty && count - digits.count <= 1 && digits.utf8.allSatisfy { (48...57).contains($0) }
    }
}

/// What a setting takes.
///
/// Every value is a text before it is anything else, whether it comes from YAML, an environment variable or `--set`,
/// so one check serves all of them.
public enum SettingType: Sendable, Hashable {
    /// Any text. In YAML: a scalar.
    case string

    /// One of some words.
    case choice([String])

    /// `true`, `yes`, `on`, `1`, or `false`, `no`, `off`, `0`, as systemd reads them.
    case boolean

    /// A whole number in a range.
    case integer(ClosedRange<Int>)

    /// A span of time in a range; a bare number is seconds. See ``Swift/Duration/init(systemdText:)``.
    case duration(ClosedRange<Duration>)

    /// A number of bytes in a range. See ``ByteCount``.
    case bytes(ClosedRange<ByteCount>)

    /// A list of texts. In YAML: a sequence of scalars; elsewhere: separated by commas.
    case strings

    /// What is wrong with a text as a value of this type, as the end of a sentence; nil when nothing is.
    ///
    /// - Parameter text: The value; of ``strings``, one element.
    /// - Returns: The fault, or nil.
    public func fault(in text: String) -> String? {
        switch self {
        case .string, .strings:
            return nil
        case .choice(let words):
            guard !words.contains(text) else { return nil }
            let near = Suggestion.nearest(to: text, among: words).map { " (did you mean '\($0)'?)" } ?? ""
            return "'\(text)' is not one of \(words.joined(separator: ", "))\(near)"
        case .boolean:
            return SettingText.boolean(text) == nil ? "'\(text)' is neither true nor false" : nil
        case .integer(let range):
            guard let number = Int(text) else { return "'\(text)' is not a whole number" }
            return range.contains(number) ? nil : "\(number) is out of range: it takes \(expectation)"
        case .duration(let range):
            guard let span = Duration(systemdText: text) else {
                return "'\(text)' is not a span of time: write it as 500ms, 10s, 1min 30s or 7d"
            }
            return range.contains(span) ? nil : "\(span.systemdText) is out of range: it takes \(expectation)"
        case .bytes(let range):
            guard let count = ByteCount(text: text) else {
                return "'\(text)' is not a number of bytes: write it as 4096, 64K, 16M or 1G"
            }
            return range.contains(count) ? nil : "\(count.text) is out of range: it takes \(expectation)"
        }
    }

    /// What a value of this type looks like, as the end of a sentence: `a span of time from 1s to 1h`.
    public var expectation: String {
        switch self {
        case .string: "a text"
        case .strings: "a list of texts"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .boolean: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .duration(let range):
            "a span of time from \(range.lowerBound.systemdText) to \(range.upperBound.systemdText)"
        case .bytes(let range): "a number of bytes from \(range.lowerBound.text) to \(range.upperBound.text)"
        }
    }
}

/// The type of a setting.
///
/// Every value is parsed from text, whether it comes from YAML, an environment variable or `--set`, so all sources are
/// validated alike.
public enum SettingType: Sendable, Hashable {
    /// Any string. In YAML: a scalar.
    case string

    /// A string that is never shown. In YAML: a scalar.
    case secret

    /// One of the listed words.
    case choice([String])

    /// `true`, `yes`, `on`, `1`, or `false`, `no`, `off`, `0`, as systemd reads them.
    case boolean

    /// An integer in a range.
    case integer(ClosedRange<Int>)

    /// A duration in a range; a number without a unit is in seconds. See `Duration.init(systemdText:)`.
    case duration(ClosedRange<Duration>)

    /// A number of bytes in a range. See ``ByteCount``.
    case bytes(ClosedRange<ByteCount>)

    /// A list of strings. In YAML: a sequence of scalars; elsewhere: separated by commas.
    case strings

    /// Validates a text as a value of this type.
    ///
    /// - Parameter text: The value; for ``strings``, one element.
    /// - Returns: A message with the problem and the expected value; nil when the text is valid.
    public func diagnostic(for text: String) -> String? {
        switch self {
        case .string, .secret, .strings:
            return nil
        case .choice(let words):
            guard !words.contains(text) else { return nil }
            let near = Suggestion.nearest(to: text, among: words).map { " (did you mean '\($0)'?)" } ?? ""
            return "invalid value '\(text)': expected \(expectation)\(near)"
        case .boolean:
            return SettingText.boolean(text) == nil ? invalid(text) : nil
        case .integer(let range):
            guard let number = Int(text) else { return invalid(text) }
            return range.contains(number) ? nil : "\(number) is out of range: expected \(expectation)"
        case .duration(let range):
            guard let duration = Duration(systemdText: text) else {
                return invalid(text) + ", such as 500ms, 10s, 1min 30s or 7d"
            }
            return range.contains(duration)
                ? nil : "\(duration.systemdText) is out of range: expected \(expectation)"
        case .bytes(let range):
            guard let count = ByteCount(text: text) else {
                return invalid(text) + ", such as 4096, 64K, 16M or 1G"
            }
            return range.contains(count) ? nil : "\(count.text) is out of range: expected \(expectation)"
        }
    }

    /// Returns the canonical form of a valid text: `true` for `yes`, `1min` for `60`.
    ///
    /// - Parameter text: A value of this type.
    /// - Returns: The text in the form in which default values are shown; an invalid text unchanged.
    public func canonicalText(of text: String) -> String {
        switch self {
        case .string, .secret, .strings, .choice: text
        case .boolean: SettingText.boolean(text).map { "\($0)" } ?? text
        case .integer: Int(text).map { "\($0)" } ?? text
        case .duration: Duration(systemdText: text)?.systemdText ?? text
        case .bytes: ByteCount(text: text)?.text ?? text
        }
    }

    private func invalid(_ text: String) -> String { "invalid value '\(text)': expected \(expectation)" }

    /// A phrase that describes the valid values of this type: `a duration from 1s to 1h`.
    public var expectation: String {
        switch self {
        case .string: "a string"
        case .secret: "a secret string"
        case .strings: "a list of strings"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .boolean: "true or false"
        case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .duration(let range):
            "a duration from \(range.lowerBound.systemdText) to \(range.upperBound.systemdText)"
        case .bytes(let range): "a size from \(range.lowerBound.text) to \(range.upperBound.text)"
        }
    }
}

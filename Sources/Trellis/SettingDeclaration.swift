/// The declaration of a configuration key: its name, type, default value and purpose.
package struct SettingDeclaration: Sendable, Hashable {
    /// The path of the key in the section that declares it: `["history"]`, `["api", "baseURL"]`.
    package var path: [String]

    /// The type of the value.
    package var type: SettingType

    /// The default value; nil when there is none.
    package var defaultValue: SettingValue?

    /// The default value as one string; nil when there is none.
    package var defaultText: String? { defaultValue?.text }

    /// One sentence that describes the purpose of the key.
    package var summary: String

    /// Creates a declaration.
    ///
    /// - Parameters:
    ///   - path: The path of the key in the section that declares it.
    ///   - type: The type of the value.
    ///   - defaultValue: The default value; nil when there is none.
    ///   - summary: One sentence that describes the purpose of the key.
    package init(path: [String], type: SettingType, defaultValue: SettingValue?, summary: String) {
        self.path = path
        self.type = type
        self.defaultValue = defaultValue
        self.summary = summary
    }
}

/// The type of a setting.
///
/// Every value is parsed from text, whether it comes from YAML, an environment variable or `--set`, so all sources are
/// validated alike.
package enum SettingType: Sendable, Hashable {
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
    package func diagnostic(for text: String) -> String? {
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
    package func canonicalText(of text: String) -> String {
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
    package var expectation: String {
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

/// The value of a setting in text form.
package enum SettingValue: Sendable, Hashable {
    /// A single value.
    case text(String)

    /// The elements of a list.
    case texts([String])

    /// The value as one string; a list is in brackets: `[Ada, Bo]`.
    package var text: String {
        switch self {
        case .text(let text): text
        case .texts(let texts): "[\(texts.joined(separator: ", "))]"
        }
    }
}

/// A problem with the value of a setting.
package struct SettingDiagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the key from the root of the configuration.
    package var path: [String]

    /// The problem and its remedy, without a full stop.
    package var message: String

    /// The index of the element with the problem, if the value is a list.
    package var element: Int?

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - path: The path of the key from the root of the configuration.
    ///   - message: The problem and its remedy, without a full stop.
    ///   - element: The index of the element with the problem, if the value is a list. Default: none.
    package init(path: [String], message: String, element: Int? = nil) {
        self.path = path
        self.message = message
        self.element = element
    }

    /// The key and the message.
    package var description: String {
        "\(path.joined(separator: ".")): \(message)"
    }
}

extension SettingDeclaration {
    /// The JSON Schema (draft 2020-12) of the value: type, limits, default value and description.
    ///
    /// The schema accepts every value that the daemon accepts, in each form: a Boolean may be `yes`, a number may be
    /// quoted, and `null` means that the key is not set. It also accepts some values that the daemon rejects: durations
    /// and sizes with a unit that are out of range, and values that the initializer of a configuration rejects.
    package var jsonSchema: JSONObject {
        var schema = type.jsonSchema
        var result: JSONObject = ["description": .string("\(summary) Expected: \(type.expectation).")]
        if let defaultValue { schema["default"] = type.json(defaultValue) }
        for member in schema.members { result[member.key] = member.value }
        return result
    }
}

extension SettingType {
    /// The constraints of JSON Schema on a value of this type.
    fileprivate var jsonSchema: JSONObject {
        switch self {
        case .string: ["type": Self.scalar]
        case .secret: ["type": Self.scalar, "writeOnly": true]
        case .choice(let words): ["enum": .array(words.map { .string($0) } + [.null])]
        case .boolean:
            [
                "type": ["boolean", "string", "integer", "null"],
                "pattern": .string("^(\(SettingText.booleanPattern))$"),
                "minimum": 0, "maximum": 1,
            ]
        case .integer(let range):
            [
                "type": ["integer", "string", "null"], "pattern": "^[-+]?[0-9]+$",
                "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
            ]
        case .duration(let range):
            // A number without a unit is in seconds.
            [
                "type": ["string", "number", "null"], "pattern": Self.anchored(Duration.pattern),
                "minimum": Self.seconds(range.lowerBound), "maximum": Self.seconds(range.upperBound),
            ]
        case .bytes(let range):
            [
                "type": ["string", "integer", "null"], "pattern": Self.anchored(ByteCount.pattern),
                "minimum": .integer(Int64(range.lowerBound.bytes)), "maximum": .integer(Int64(range.upperBound.bytes)),
            ]
        case .strings: ["type": ["array", "null"], "items": ["type": ["string", "number", "boolean"]]]
        }
    }

    /// The JSON types of a YAML scalar, which the daemon reads as a string in any case.
    private static let scalar: JSONValue = ["string", "number", "boolean", "null"]

    /// Returns a value of this type as JSON.
    fileprivate func json(_ value: SettingValue) -> JSONValue {
        switch (self, value) {
        case (.boolean, .text(let text)): SettingText.boolean(text).map { .bool($0) } ?? .string(text)
        case (.integer, .text(let text)): Int64(text).map { .integer($0) } ?? .string(text)
        case (_, .text(let text)): .string(text)
        case (_, .texts(let texts)): .array(texts.map { .string($0) })
        }
    }

    private static func anchored(_ pattern: String) -> JSONValue { .string("^\\s*(\(pattern))\\s*$") }

    private static func seconds(_ duration: Duration) -> JSONValue {
        let (seconds, attoseconds) = duration.components
        return attoseconds == 0 ? .integer(seconds) : .number(Double(seconds) + Double(attoseconds) / 1e18)
    }
}

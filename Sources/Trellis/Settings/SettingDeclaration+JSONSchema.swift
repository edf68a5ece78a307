extension SettingDeclaration {
    /// The JSON Schema (draft 2020-12) of the value: type, limits, default value and description.
    ///
    /// The schema accepts every value that the daemon accepts, in each form: a Boolean may be `yes`, a number may be
    /// quoted, and `null` means that the key is not set. It also accepts some values that the daemon rejects: durations
    /// and sizes with a unit that are out of range, and values that the initializer of a configuration rejects.
    public var jsonSchema: JSONObject {
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

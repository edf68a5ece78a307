extension JSONValue {
    /// The value of a Boolean; nil for other kinds.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of a signed 64-bit integer; nil for other kinds.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The value of any number as a double; nil for other kinds.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The value of a string; nil for other kinds.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for other kinds.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The value of an object; nil for other kinds.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value of a key; nil when this value is not an object or lacks the key.
    public subscript(key: String) -> JSONValue? {
        objectValue?[key]
    }

    /// The element at an index; nil when this value is not an array or has no such index.
    public subscript(index: Int) -> JSONValue? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

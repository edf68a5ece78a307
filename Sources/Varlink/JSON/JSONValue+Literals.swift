extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates ``null``.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an ``integer(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a ``number(_:)``.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an ``array(_:)``.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an ``object(_:)``.
    ///
    /// For a duplicate key, the last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}

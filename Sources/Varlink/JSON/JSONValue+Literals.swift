extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes ``null``.
    public init(nilLiteral: ()) { self = .null }

    /// Makes a ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an ``integer(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a ``number(_:)``.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an ``array(_:)``.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an ``object(_:)``.
    ///
    /// Of a key that is there twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}

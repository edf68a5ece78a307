extension JSONReader {
    /// Enters the object at the current position.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is not an object.
    public mutating func beginObject() throws(VarlinkDecodingError) {
        try require(.object)
        try beginContainer()
        enterObject()
    }

    /// Enters the value at the current position, which is known to be an object.
    mutating func enterObject() {
        position += 1
        skipWhitespace()
    }

    /// Returns the key of the next member, and moves to its value.
    ///
    /// - Returns: The key; nil at the end of the object, which has then been consumed.
    /// - Throws: No error at present; the signature matches the other reading functions.
    public mutating func nextKey() throws(VarlinkDecodingError) -> String? {
        if let key = memberKey() { return key }
        depth -= 1
        return nil
    }

    /// Returns the key of the next member of an object that was entered with ``enterObject()``.
    ///
    /// Cannot fail, since the bytes are well-formed.
    mutating func memberKey() -> String? {
        skipWhitespace()
        if bytes[position] == UInt8(ascii: ",") {
            position += 1
            skipWhitespace()
        }
        if bytes[position] == UInt8(ascii: "}") {
            position += 1
            return nil
        }
        let key = readString()
        skipWhitespace()
        position += 1
        skipWhitespace()
        return key
    }

    /// Reads the value of a field that must not be null.
    ///
    /// - Parameters:
    ///   - name: The name of the field, for the path of an error.
    ///   - type: The type of the value.
    /// - Returns: The decoded value.
    /// - Throws: ``VarlinkDecodingError`` when the value is null or has another type.
    public mutating func field<Value: VarlinkValue>(
        _ name: String, as type: Value.Type
    ) throws(VarlinkDecodingError) -> Value {
        do {
            return try Value(from: &self)
        } catch {
            throw error.inField(name)
        }
    }

    /// Reads the value of an optional field.
    ///
    /// Null is equivalent to an absent field.
    ///
    /// - Parameters:
    ///   - name: The name of the field, for the path of an error.
    ///   - type: The type of the value when it is not null.
    /// - Returns: The value; nil for null.
    /// - Throws: ``VarlinkDecodingError`` when the value has another type.
    public mutating func optionalField<Value: VarlinkValue>(
        _ name: String, as type: Value.Type
    ) throws(VarlinkDecodingError) -> Value? {
        if isNull {
            skipValue()
            return nil
        }
        return try field(name, as: type)
    }

    /// Skips or rejects a field that the type does not have, according to ``unknownFields-swift.property``.
    ///
    /// - Throws: ``VarlinkDecodingError`` when unknown fields are rejected.
    public mutating func unknownField(_ name: String) throws(VarlinkDecodingError) {
        switch unknownFields {
        case .reject: throw VarlinkDecodingError(.unknownField, path: name)
        case .skip: skipValue()
        }
    }

    /// Unwraps the value of a required field.
    ///
    /// - Parameters:
    ///   - value: The value that was read; nil when the object did not have the field.
    ///   - name: The name of the field, for the path of an error.
    /// - Returns: The value, which is not nil.
    /// - Throws: ``VarlinkDecodingError`` when the value is nil.
    public func require<Value>(_ value: Value?, _ name: String) throws(VarlinkDecodingError) -> Value {
        guard let value else { throw VarlinkDecodingError(.missing, path: name) }
        return value
    }
}

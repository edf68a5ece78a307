extension JSONReader {
    /// Enters the object that begins here.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is none.
    public mutating func beginObject() throws(VarlinkDecodingError) {
        try require(.object)
        try beginContainer()
        enterObject()
    }

    /// Enters the object that is known to begin here.
    mutating func enterObject() {
        position += 1
        skipWhitespace()
    }

    /// The key of the object's next member, with the reader at its value.
    ///
    /// - Returns: nil when the object has ended; it is consumed then.
    /// - Throws: Nothing at present; the signature is the one of all reading.
    public mutating func nextKey() throws(VarlinkDecodingError) -> String? {
        if let key = memberKey() { return key }
        depth -= 1
        return nil
    }

    /// The key of the next member of an object that was entered by ``enterObject()``; never fails over well-formed
    /// bytes.
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

    /// Reads the value of a field that may not be null.
    ///
    /// - Parameters:
    ///   - name: The field, for the path of an error.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``VarlinkDecodingError`` when the value is null, or of another type.
    public mutating func field<Value: VarlinkValue>(
        _ name: String, as type: Value.Type
    ) throws(VarlinkDecodingError) -> Value {
        do {
            return try Value(from: &self)
        } catch {
            throw error.inField(name)
        }
    }

    /// Reads the value of a field that may be null, which is the same as absent.
    ///
    /// - Parameters:
    ///   - name: The field, for the path of an error.
    ///   - type: The type of the value when it is not null.
    /// - Returns: The value; nil for null.
    /// - Throws: ``VarlinkDecodingError`` when the value is of another type.
    public mutating func optionalField<Value: VarlinkValue>(
        _ name: String, as type: Value.Type
    ) throws(VarlinkDecodingError) -> Value? {
        if isNull {
            skipValue()
            return nil
        }
        return try field(name, as: type)
    }

    /// Deals with a field that the type does not have, as ``unknownFields-swift.property`` says.
    ///
    /// - Throws: ``VarlinkDecodingError`` when such fields are refused.
    public mutating func unknownField(_ name: String) throws(VarlinkDecodingError) {
        switch unknownFields {
        case .refuse: throw VarlinkDecodingError(.unknownField, path: name)
        case .skip: skipValue()
        }
    }

    /// The value of a field that must have been there.
    ///
    /// - Parameters:
    ///   - value: What was read, or nil when the object did not have the field.
    ///   - name: The field, for the path of an error.
    /// - Returns: The value.
    /// - Throws: ``VarlinkDecodingError`` when the value is nil.
    public func require<Value>(_ value: Value?, _ name: String) throws(VarlinkDecodingError) -> Value {
        guard let value else { throw VarlinkDecodingError(.missing, path: name) }
        return value
    }
}

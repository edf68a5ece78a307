extension Bool: VarlinkValue {
    /// Reads true or false.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        self = try reader.bool()
    }

    /// Writes true or false.
    public func write(to writer: inout JSONWriter) {
        writer.bool(self)
    }
}

extension Int: VarlinkValue {
    /// Reads a signed 64-bit integer.
    ///
    /// Rejects `1.0`.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        self = Int(try reader.integer())
    }

    /// Writes the integer.
    public func write(to writer: inout JSONWriter) {
        writer.integer(self)
    }
}

extension Double: VarlinkValue {
    /// Reads a number.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        self = try reader.double()
    }

    /// Writes the number.
    ///
    /// ``JSONWriter/finish()`` throws when the number is not finite.
    public func write(to writer: inout JSONWriter) {
        writer.double(self)
    }
}

extension String: VarlinkValue {
    /// Reads a string.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        self = try reader.string()
    }

    /// Writes the string.
    ///
    /// ``JSONWriter/finish()`` throws when the string contains U+0000.
    public func write(to writer: inout JSONWriter) {
        writer.string(self)
    }
}

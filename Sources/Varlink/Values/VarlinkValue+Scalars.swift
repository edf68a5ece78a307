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
    /// Reads an integer of 64 bits with its sign; `1.0` is none.
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
    /// One that is not finite is an error of ``JSONWriter/finish()``.
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
    /// U+0000 in it is an error of ``JSONWriter/finish()``.
    public func write(to writer: inout JSONWriter) {
        writer.string(self)
    }
}

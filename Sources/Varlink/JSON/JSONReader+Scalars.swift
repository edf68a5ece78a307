extension JSONReader {
    /// Reads a Boolean.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is not a Boolean.
    public mutating func bool() throws(VarlinkDecodingError) -> Bool {
        try require(.bool)
        let isTrue = bytes[position] == UInt8(ascii: "t")
        position += isTrue ? 4 : 5
        return isTrue
    }

    /// Reads an integer: a number without fraction and exponent.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is not an integer, such as `1.0`, or exceeds a signed 64-bit
    ///   integer.
    public mutating func integer() throws(VarlinkDecodingError) -> Int64 {
        guard kind == .number else { throw mismatch(expected: "an integer") }
        let text = numberText()
        guard text.isInteger else {
            throw VarlinkDecodingError(
                .wrongType(expected: "an integer", found: "a number with a fraction or an exponent"))
        }
        guard let value = Int64(text.text) else { throw VarlinkDecodingError(.outOfRange(text.text)) }
        return value
    }

    /// Reads a float, which may be written as an integer.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is not a number or exceeds the range of a double.
    public mutating func double() throws(VarlinkDecodingError) -> Double {
        guard kind == .number else { throw mismatch(expected: "a float") }
        let text = numberText().text
        guard let value = Double(text), value.isFinite else { throw VarlinkDecodingError(.outOfRange(text)) }
        return value
    }

    /// Reads a string.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is not a string.
    public mutating func string() throws(VarlinkDecodingError) -> String {
        try require(.string)
        let text = readString()
        try footprint.add(text)
        return text
    }

    /// Reads the text of the number at the current position, and whether it has neither fraction nor exponent.
    mutating func numberText() -> (text: String, isInteger: Bool) {
        let start = position
        var isInteger = true
        scan: while position < end {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): isInteger = false
            default: break scan
            }
            position += 1
        }
        return (String(decoding: bytes[start..<position], as: UTF8.self), isInteger)
    }

    /// Reads the string whose opening quotation mark is at the current position.
    mutating func readString() -> String {
        position += 1
        let start = position
        while true {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return String(decoding: bytes[start..<position], as: UTF8.self)
            case UInt8(ascii: "\\"):
                return readEscapedString(from: start)
            default:
                position += 1
            }
        }
    }

    /// Reads the rest of a string from its first backslash, which is at the current position.
    private mutating func readEscapedString(from start: Int) -> String {
        var text = Array(bytes[start..<position])
        while true {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                readEscape(into: &text)
            case let byte:
                text.append(byte)
                position += 1
            }
        }
    }

    private mutating func readEscape(into text: inout [UInt8]) {
        let escaped = bytes[position + 1]
        position += 2
        switch escaped {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var units = [readHexadecimal()]
            if units[0] & 0xFC00 == 0xD800 {
                position += 2
                units.append(readHexadecimal())
            }
            text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
        default: text.append(escaped)
        }
    }

    private mutating func readHexadecimal() -> UInt16 {
        defer { position += 4 }
        return bytes[position..<position + 4].reduce(0) { $0 << 4 | (hexadecimalDigit($1) ?? 0) }
    }
}

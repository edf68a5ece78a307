extension JSONWriter {
    /// Writes null.
    public mutating func null() {
        beginValue()
        append("null")
    }

    /// Writes a Boolean.
    public mutating func bool(_ value: Bool) {
        beginValue()
        append(value ? "true" : "false")
    }

    /// Writes an integer.
    public mutating func integer(_ value: some FixedWidthInteger) {
        beginValue()
        append(contentsOf: String(value))
    }

    /// Writes a float with the fewest digits that read back as the same value.
    ///
    /// ``finish()`` throws when the value is not finite.
    public mutating func double(_ value: Double) {
        guard value.isFinite else {
            record(.notFinite)
            return null()
        }
        beginValue()
        append(contentsOf: value.description)
    }

    /// Writes a string.
    ///
    /// ``finish()`` throws when the string contains U+0000.
    public mutating func string(_ value: String) {
        beginValue()
        append(UInt8(ascii: "\""))
        var text = value
        text.withUTF8 { utf8 in
            var start = 0
            for offset in utf8.indices where Self.mustBeEscaped(utf8[offset]) {
                append(contentsOf: utf8[start..<offset])
                appendEscape(of: utf8[offset])
                start = offset + 1
            }
            append(contentsOf: utf8[start...])
        }
        append(UInt8(ascii: "\""))
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case 0x08: append(#"\b"#)
        case 0x09: append(#"\t"#)
        case 0x0A: append(#"\n"#)
        case 0x0C: append(#"\f"#)
        case 0x0D: append(#"\r"#)
        default:
            if byte == 0 { record(.nulCharacter) }
            append(byte < 0x10 ? #"\u000"# : #"\u001"#)
            append(contentsOf: String(byte & 0xF, radix: 16))
        }
    }
}

extension JSONScanner {
    /// Scans a string, from its opening quotation mark to the byte after its closing one.
    ///
    /// - Returns: Whether the string contains escapes.
    @discardableResult
    mutating func scanString() throws(JSONSyntaxError) -> Bool {
        var hasEscapes = false
        position += 1
        while true {
            let byte = try current()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape()
            case 0x20...0x7F: position += 1
            case 0..<0x20: throw JSONSyntaxError(.controlCharacter(byte), at: position)
            default: try scanMultibyteCharacter(first: byte)
            }
        }
    }

    private mutating func scanEscape() throws(JSONSyntaxError) {
        let start = position
        position += 1
        switch try current() {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            switch try scanHexadecimal(of: start) {
            case 0: throw JSONSyntaxError(.nulCharacter, at: start)
            case 0xDC00...0xDFFF: throw JSONSyntaxError(.loneSurrogate, at: start)
            case 0xD800...0xDBFF:
                guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u")
                else { throw JSONSyntaxError(.loneSurrogate, at: start) }
                position += 2
                guard case 0xDC00...0xDFFF = try scanHexadecimal(of: start) else {
                    throw JSONSyntaxError(.loneSurrogate, at: start)
                }
            default: break
            }
        default: throw JSONSyntaxError(.invalidEscape, at: start)
        }
    }

    /// Scans the four digits of the escape that begins at `start`.
    private mutating func scanHexadecimal(of start: Int) throws(JSONSyntaxError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexadecimalDigit(try current()) else { throw JSONSyntaxError(.invalidEscape, at: start) }
            value = value << 4 | digit
            position += 1
        }
        return value
    }

    /// Scans a character of two to four bytes: the well-formed sequences of the Unicode standard, table 3-7.
    private mutating func scanMultibyteCharacter(first: UInt8) throws(JSONSyntaxError) {
        let start = position
        let second: ClosedRange<UInt8>
        let length: Int
        switch first {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw JSONSyntaxError(.invalidUTF8, at: start)
        }
        guard start + length <= bytes.count, second.contains(bytes[start + 1]) else {
            throw JSONSyntaxError(.invalidUTF8, at: start)
        }
        for offset in 2..<max(length, 2) where bytes[start + offset] & 0xC0 != 0x80 {
            throw JSONSyntaxError(.invalidUTF8, at: start)
        }
        position += length
    }

    mutating func scanLiteral(_ literal: StaticString) throws(JSONSyntaxError) {
        for offset in 0..<literal.utf8CodeUnitCount {
            let byte = try current()
            // Safe: the offset is below the count of the literal's bytes, which live as long as the program.
            if byte != literal.utf8Start[offset] { throw JSONSyntaxError(.unexpectedByte(byte), at: position) }
            position += 1
        }
    }

    /// Scans a number, or rejects a byte that cannot begin a value.
    mutating func scanNumber() throws(JSONSyntaxError) {
        if try current() == UInt8(ascii: "-") { position += 1 }
        switch try current() {
        case UInt8(ascii: "0"): position += 1
        case UInt8(ascii: "1")...UInt8(ascii: "9"): skipDigits()
        case let byte: throw JSONSyntaxError(.unexpectedByte(byte), at: position)
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try scanDigits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            let sign = try current()
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(JSONSyntaxError) {
        let byte = try current()
        guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else {
            throw JSONSyntaxError(.unexpectedByte(byte), at: position)
        }
        skipDigits()
    }

    private mutating func skipDigits() {
        while position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] { position += 1 }
    }
}

/// The value of a hexadecimal digit in ASCII.
func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}

extension String {
    /// The text with an escape sequence for each control character, such as `\n`, `\t`, `\e` and `\u{9b}`.
    ///
    /// A value therefore cannot move the cursor, change colours or start a line. A backslash that could be read as the start
    /// of an escape sequence is doubled.
    package var escapingControlCharacters: String { doublingAmbiguousBackslashes.replacingControlCharacters }

    /// The text with an escape sequence for each control character, and with its backslashes.
    ///
    /// For a text whose values are escaped already, or that is JSON.
    package var replacingControlCharacters: String {
        escaping { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\u{1B}": "\\e"
            default: "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
    }

    /// The JSON text with an escape sequence of JSON for each control character, such as `\u009b`.
    ///
    /// Characters below U+0020, such as line breaks, occur in valid JSON only between values, and are unchanged.
    package var escapingControlCharactersInJSON: String {
        escaping { scalar in
            guard scalar.value >= 0x20 else { return String(scalar) }
            // A control character is below U+10000, so it has at most four digits.
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// Whether all characters are printable ASCII, so that each has a width of one column and needs no escape sequence.
    ///
    /// Looking up the properties of Unicode characters would take forty times as long.
    package var isPrintableASCII: Bool {
        utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    private var doublingAmbiguousBackslashes: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        var doubled = String.UnicodeScalarView()
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            doubled.append(scalar)
            guard scalar == "\\", index + 1 < scalars.count else { continue }
            let next = scalars[index + 1]
            let isBrace = index + 2 < scalars.count && scalars[index + 2] == "{"
            if ["n", "r", "t", "e", "\\"].contains(next) || next == "u" && isBrace || next.isControl {
                doubled.append(scalar)
            }
        }
        return String(doubled)
    }

    private func escaping(_ escape: (Unicode.Scalar) -> String) -> String {
        guard !isPrintableASCII, unicodeScalars.contains(where: \.isControl) else { return self }
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar.isControl { escaped += escape(scalar) } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may interpret the character, or may show nothing for it: a control character, a line or
    /// paragraph separator, a character that controls the direction of text, or an invisible one such as a zero-width
    /// space, with which texts that differ could look equal.
    fileprivate var isControl: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: break
        }
        // Joiners and variation selectors are parts of visible characters, such as emoji; those beyond U+FFFF are, too.
        if [0x200C, 0x200D].contains(value) || (0xFE00...0xFE0F).contains(value) || value > 0xFFFF { return false }
        return properties.isBidiControl || properties.isDefaultIgnorableCodePoint
    }
}

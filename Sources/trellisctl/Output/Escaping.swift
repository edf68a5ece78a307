extension String {
    /// The text with an escape for each control character, so that a value can't move the cursor, change colours or
    /// start a line: `\n`, `\t`, `\e`, `\u{9b}`.
    var escapingControlCharacters: String {
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

    /// A JSON text with an escape of JSON for each control character: `\u009b`.
    ///
    /// A valid JSON text has those below U+0020 between values only, such as line breaks; they stay as they are.
    var escapingControlCharactersInJSON: String {
        escaping { scalar in
            guard scalar.value >= 0x20 else { return String(scalar) }
            // All control characters have four digits at most.
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// Whether all characters are printable ASCII: each takes one column, and none needs an escape.
    ///
    /// The properties of Unicode cost forty times as much to look up as this.
    var isPrintableASCII: Bool {
        utf8.allSatisfy { (0x20..<0x7F).contains($0) }
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
    /// Whether a terminal may act on the character instead of showing it: control characters, line and paragraph
    /// separators, and characters that control the direction of text.
    fileprivate var isControl: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

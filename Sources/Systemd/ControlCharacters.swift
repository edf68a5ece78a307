/// Whether a character could change how the text around it is shown: the control characters of ASCII and Latin-1, the
/// line and paragraph separators, and the marks that change the direction of writing.
func isControlCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
}

/// The text with each control character as an escape, as Swift would write it in a literal (`\n`, `\u{1B}`).
func escapingControlCharacters(in text: String) -> String {
    guard text.unicodeScalars.contains(where: isControlCharacter) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if isControlCharacter(scalar) {
            result += scalar.escaped(asASCII: true)
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// The text with each control character replaced by a space, for a place that holds a single line.
func replacingControlCharacters(in text: String) -> String {
    guard text.unicodeScalars.contains(where: isControlCharacter) else { return text }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text.unicodeScalars.lazy.map { isControlCharacter($0) ? " " : $0 })
    return String(result)
}

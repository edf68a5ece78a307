/// Returns whether a character could change how the text around it is displayed: a control character of ASCII or Latin-1, a
/// line or paragraph separator, or a mark that changes the direction of writing.
package func isControlCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
}

/// Replaces each control character of a text by its escape sequence in Swift (`\n`, `\u{1B}`).
package func escapingControlCharacters(in text: String) -> String {
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

/// Replaces each control character of a text by a space, for a field that holds a single line.
package func replacingControlCharacters(in text: String) -> String {
    guard text.unicodeScalars.contains(where: isControlCharacter) else { return text }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text.unicodeScalars.lazy.map { isControlCharacter($0) ? " " : $0 })
    return String(result)
}

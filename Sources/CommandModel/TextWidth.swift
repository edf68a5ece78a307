/// The width of text on a terminal, in columns.
///
/// Swift cannot import wcwidth(3), because the C library declares it only if a feature test macro is defined.
public enum TextWidth {
    /// The blocks of wide characters: those that are East Asian Wide or Fullwidth throughout.
    ///
    /// See Unicode Standard Annex 11, EastAsianWidth.txt. Emoji are recognized by a Unicode property.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// The width of a text without control characters.
    ///
    /// - Parameter text: Text without control characters.
    /// - Returns: The sum over the characters: 2 for a wide character, 0 for a combining character, 1 otherwise.
    public static func columns(of text: String) -> Int {
        // ASCII needs no Unicode properties, whose lookup takes far longer.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Truncates a text to a width.
    ///
    /// - Parameters:
    ///   - text: Text without control characters.
    ///   - limit: The maximum width in columns.
    /// - Returns: The text, or its start followed by `…`.
    public static func cut(_ text: String, to limit: Int) -> String {
        guard columns(of: text) > limit else { return text }
        var kept = ""
        var width = 1
        for character in text {
            width += columns(of: character)
            if width > limit { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The width of a character.
    ///
    /// - Parameter character: A character that is not a control character.
    /// - Returns: The number of columns: 0, 1 or 2.
    public static func columns(of character: Character) -> Int {
        // An emoji is one wide character, regardless of its number of scalars. Variation selector 16 turns a plain
        // character into an emoji.
        if character.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) {
            return 2
        }
        return character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // Vowels and final consonants of Hangul combine with the initial consonant before them.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
}

/// How many columns a text takes on a terminal.
///
/// The C library knows (wcwidth(3)), but shows it to programs only under a macro that Swift's import of it does not
/// set.
enum TextWidth {
    /// The blocks of wide characters: those that are East Asian Wide or Fullwidth throughout (Unicode Standard Annex
    /// 11, EastAsianWidth.txt).
    ///
    /// Emoji are known by a property of their own.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// The columns of a text without control characters: 2 for a wide character, 0 for one that joins another, else 1.
    static func columns(of text: String) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// A text that takes at most some columns: the text itself, or its start with `…` behind it.
    ///
    /// - Parameters:
    ///   - text: A text without control characters.
    ///   - limit: How many columns it may take.
    /// - Returns: The text, or its start.
    static func cut(_ text: String, to limit: Int) -> String {
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

    /// The columns of a character: 0, 1 or 2.
    static func columns(of character: Character) -> Int {
        // However many scalars an emoji is made of, it is shown as one wide sign; the variation selector 16 makes an
        // emoji of a plain sign.
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
        // Vowels and finals of Hangul join the initial before them.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
}

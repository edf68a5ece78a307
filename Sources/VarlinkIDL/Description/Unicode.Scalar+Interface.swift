extension Unicode.Scalar {
    /// Whether the character ends a line of an interface description (`eol_r` in the grammar of UAPI.20).
    var isInterfaceLineBreak: Bool {
        self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}"
    }

    /// Whether the character is white space other than a line break (`whitespace` in the grammar of UAPI.20).
    var isInterfaceWhitespace: Bool {
        switch self {
        case " ", "\t", "\u{A0}", "\u{FEFF}", "\u{1680}", "\u{180E}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}",
            "\u{3000}":
            true
        default:
            false
        }
    }

    /// Whether the character is an ASCII letter.
    var isInterfaceLetter: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self)
    }

    /// Whether the character is an ASCII letter or digit.
    var isInterfaceAlphanumeric: Bool {
        isInterfaceLetter || ("0"..."9").contains(self)
    }

    /// The number of bytes of the character in UTF-8.
    var interfaceWidth: Int { UTF8.width(self) }
}

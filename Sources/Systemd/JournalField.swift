/// The names of journal fields (systemd.journal-fields(7)), and the conversion of metadata keys to names.
enum JournalField {
    /// The maximum number of characters of a name (`journal_field_valid` in systemd's journal-file.c).
    static let maximumLength = 64

    /// Returns whether journald accepts a field of this name.
    ///
    /// journald silently drops fields whose names contain lowercase letters, or begin with a digit or an underscore.
    static func isValid(_ name: String, allowingUnderscoreFirst: Bool = false) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= maximumLength else { return false }
        guard !isDigit(first), first != underscore || allowingUnderscoreFirst else { return false }
        return name.utf8.allSatisfy { isUppercase($0) || isDigit($0) || $0 == underscore }
    }

    /// Returns the field name for a metadata key: the prefix and the key in uppercase, with underscores between words and
    /// for characters that a name can't contain, truncated to 64 characters.
    ///
    /// `requestID` becomes `TRELLIS_REQUEST_ID`, `http.status-code` becomes `TRELLIS_HTTP_STATUS_CODE`. The prefix prevents
    /// metadata from imitating a field of systemd, such as `PRIORITY` or `_PID`.
    static func name(prefix: String, key: String) -> String {
        var name = Array(prefix.utf8)
        var followsLowercase = false
        for scalar in key.unicodeScalars {
            let byte = scalar.isASCII ? UInt8(scalar.value) : underscore
            if isUppercase(byte), followsLowercase { name.append(underscore) }
            followsLowercase = isLowercase(byte) || isDigit(byte)
            if isLowercase(byte) {
                name.append(byte - 0x20)
            } else {
                name.append(isUppercase(byte) || isDigit(byte) ? byte : underscore)
            }
        }
        return String(decoding: name.prefix(maximumLength), as: UTF8.self)
    }

    private static let underscore = UInt8(ascii: "_")

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isUppercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}

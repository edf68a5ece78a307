import Glibc

/// Times as contracts write them, and as people read them.
enum TimeText {
    /// A time of RFC 3339 in the local time zone, without fractions of a second: `2026-11-21 09:05:12`.
    ///
    /// - Parameter text: The time, such as `2026-11-21T08:05:12.5Z`.
    /// - Returns: nil for a text that is no such time.
    static func local(_ text: String) -> String? {
        guard var seconds = seconds(of: text) else { return nil }
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        return Self.text(of: parts, separator: " ")
    }

    private static func text(of parts: tm, separator: String) -> String {
        let year = Int(parts.tm_year) + 1900
        let numbers = [
            Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec),
        ]
        let digits = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(year)-\(digits[0])-\(digits[1])\(separator)\(digits[2]):\(digits[3]):\(digits[4])"
    }

    /// A time as RFC 3339 has it, in UTC: `2026-11-21T08:05:12.500000Z`.
    ///
    /// - Parameter time: The microseconds since 1970.
    /// - Returns: The time.
    static func utc(microseconds time: Int64) -> String {
        var seconds = time_t(time / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let fraction = String(String(time % 1_000_000 + 1_000_000).dropFirst())
        return "\(text(of: parts, separator: "T")).\(fraction)Z"
    }

    /// How wide a local time is without its seconds.
    static let minutes = 16

    /// How wide a local time is without its time of day.
    static let days = 10

    /// Whether a text is a time as ``local(_:)`` has it.
    static func isLocal(_ text: String) -> Bool {
        let pattern = "0000-00-00 00:00:00".utf8
        return text.utf8.count == pattern.count
            && zip(text.utf8, pattern).allSatisfy { $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 }
    }

    /// A local time in at most some columns, without what does not fit: its seconds, then its time of day.
    static func shortened(_ text: String, to columns: Int) -> String {
        if columns >= text.utf8.count { return text }
        return String(text.prefix(columns >= minutes ? minutes : days))
    }

    /// The seconds since 1970 of a time of RFC 3339, section 5.6; nil for a text that is no such time.
    static func seconds(of text: String) -> time_t? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let separator = bytes.dropFirst(10).first, separator == 0x54 || separator == 0x74,
            bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
            let year = number(bytes[0..<4], in: 1...9999), let month = number(bytes[5..<7], in: 1...12),
            let day = number(bytes[8..<10], in: 1...31), let hour = number(bytes[11..<13], in: 0...23),
            let minute = number(bytes[14..<16], in: 0...59), let second = number(bytes[17..<19], in: 0...60)
        else { return nil }
        var rest = bytes[19...]
        if rest.first == 0x2E {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        guard let offset = offset(rest) else { return nil }
        var parts = tm()
        parts.tm_year = CInt(year - 1900)
        parts.tm_mon = CInt(month - 1)
        parts.tm_mday = CInt(day)
        parts.tm_hour = CInt(hour)
        parts.tm_min = CInt(minute)
        parts.tm_sec = CInt(second)
        return timegm(&parts) - offset
    }

    /// How many seconds a zone is before UTC: `Z` or `+01:00`.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        let zone = Array(bytes)
        if zone == [0x5A] || zone == [0x7A] { return 0 }
        guard zone.count == 6, zone[3] == 0x3A, zone[0] == 0x2B || zone[0] == 0x2D,
            let hours = number(zone[1..<3], in: 0...23), let minutes = number(zone[4..<6], in: 0...59)
        else { return nil }
        return (hours * 3600 + minutes * 60) * (zone[0] == 0x2D ? -1 : 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>, in range: ClosedRange<Int>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        return range.contains(value) ? value : nil
    }
}

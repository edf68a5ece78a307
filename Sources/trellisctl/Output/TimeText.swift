import RFC3339

/// Conversions between the times of contracts and those of tables.
enum TimeText {
    /// Converts a time of RFC 3339 to the local time zone, without fractions of a second: `2026-11-21 09:05:12`.
    ///
    /// - Parameter text: The time, such as `2026-11-21T08:05:12.5Z`.
    /// - Returns: The local time; nil if `text` is not a time of RFC 3339.
    static func local(_ text: String) -> String? {
        guard let time = Timestamp(rfc3339: text, allowsLeapSecond: true) else { return nil }
        let local = time.rfc3339(offset: time.localOffset)
        return "\(local.prefix(days)) \(local.dropFirst(days + 1).prefix("00:00:00".count))"
    }

    /// Converts a time of RFC 3339 to the local time zone, with milliseconds: `2026-11-21 09:05:12.500`.
    ///
    /// - Parameter text: The time.
    /// - Returns: The local time; `text` itself if it is not a time of RFC 3339.
    static func localWithMilliseconds(_ text: String) -> String {
        guard let time = Timestamp(rfc3339: text, allowsLeapSecond: true) else { return text }
        let local = time.rfc3339(fractionDigits: 3, offset: time.localOffset)
        return "\(local.prefix(days)) \(local.dropFirst(days + 1).prefix("00:00:00.000".count))"
    }

    /// Formats a time as RFC 3339, in UTC: `2026-11-21T08:05:12.500000Z`.
    ///
    /// - Parameter time: The microseconds since 1970.
    /// - Returns: The time with six fraction digits.
    static func utc(microseconds time: Int64) -> String {
        Timestamp(Int(time), unitsPerSecond: 1_000_000).rfc3339(fractionDigits: 6)
    }

    /// The width of a local time without its seconds.
    static let minutes = 16

    /// The width of a local time without its time of day.
    static let days = 10

    /// Whether a text has the format of ``local(_:)``.
    static func isLocal(_ text: String) -> Bool {
        let pattern = "0000-00-00 00:00:00".utf8
        return text.utf8.count == pattern.count
            && zip(text.utf8, pattern).allSatisfy { $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 }
    }

    /// Shortens a local time to a number of columns: without its seconds, or without its time of day.
    static func shortened(_ text: String, to columns: Int) -> String {
        if columns >= text.utf8.count { return text }
        return String(text.prefix(columns >= minutes ? minutes : days))
    }
}

extension Timestamp {
    /// Parses a time in the form of RFC 3339, section 5.6, in UTC or with an offset, with or without a fraction:
    /// `2026-01-31T11:00:00.5+02:00`.
    ///
    /// `T` and `Z` may be lowercase. Digits of the fraction after the ninth are ignored.
    ///
    /// - Parameters:
    ///   - text: The time. The result is nil for any other text, for a date that the calendar does not have, such as 30
    ///     February, and for a time outside of the years 0000 to 9999 in UTC.
    ///   - allowsLeapSecond: Whether `23:59:60` in UTC is accepted, as the first second of the next day. Default: false.
    public init?(rfc3339 text: String, allowsLeapSecond: Bool = false) {
        var reader = TimestampReader(rest: text.utf8[...])
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T") || reader.skip("t"),
            let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
            reader.skip(":"),
            let second = reader.number(digits: 2), let nanoseconds = reader.fraction(), let offset = reader.offset(),
            reader.rest.isEmpty
        else { return nil }
        let date = CalendarDate(year: year, month: month, day: day)
        guard date.isValid, hour < 24, minute < 60, second <= 60 else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        guard Self.secondRange.contains(seconds) else { return nil }
        if second == 60 {
            guard allowsLeapSecond, seconds.isMultiple(of: 86_400) else { return nil }
        }
        self.init(seconds: seconds, nanoseconds: nanoseconds)
    }
}

/// Reads the parts of a time from the front of a text.
///
/// Each method returns nil or false when its part is not next.
private struct TimestampReader {
    var rest: Substring.UTF8View

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        rest.removeFirst(count)
        return Self.value(of: digits)
    }

    /// Reads a fraction of a second as nanoseconds: 0 when there is none.
    mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        let significant = digits.prefix(9)
        return (significant.count..<9).reduce(Self.value(of: significant)) { value, _ in value * 10 }
    }

    /// Reads `Z` or an offset such as `+02:00` as seconds east of Greenwich.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
            hours < 24,
            minutes < 60
        else { return nil }
        return (isEast ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }

    private static func value(of digits: some Sequence<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

public import Foundation
import Glibc

extension Date {
    /// Reads a time as RFC 3339 has it, with or without a fraction, in UTC or with an offset:
    /// `2026-01-31T11:00:00.5+02:00`.
    ///
    /// The calendar is Gregorian at all times, as RFC 3339 has it, and not Julian before 1582, as Foundation's is.
    ///
    /// - Parameter text: The time; anything else is nil, and so are a day that its month does not have, and a leap
    ///   second.
    public init?(rfc3339 text: String) {
        var rest = text.utf8[...]
        func take(_ character: Unicode.Scalar) -> Bool {
            if rest.first != UInt8(ascii: character) { return false }
            rest.removeFirst()
            return true
        }
        func number(digits count: Int) -> CInt? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
            rest.removeFirst(count)
            return digits.reduce(0) { $0 * 10 + CInt($1 - UInt8(ascii: "0")) }
        }
        func fraction() -> TimeInterval? {
            if !take(".") { return 0 }
            let digits = rest.prefix(while: Self.isDigit)
            rest.removeFirst(digits.count)
            return digits.isEmpty ? nil : TimeInterval("0." + String(Substring(digits)))
        }
        func offset() -> CInt? {
            if take("Z") { return 0 }
            let isEast = take("+")
            guard isEast || take("-"), let hours = number(digits: 2), take(":"), let minutes = number(digits: 2),
                hours < 24, minutes < 60
            else { return nil }
            return (isEast ? 1 : -1) * (hours * 3_600 + minutes * 60)
        }
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2), take("T"), let hour = number(digits: 2), take(":"),
            let minute = number(digits: 2), take(":"), let second = number(digits: 2), let fraction = fraction(),
            let offset = offset(), rest.isEmpty
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1_900, month - 1, day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
        let seconds = timegm(&parts)
        // timegm(3) makes the 2nd of March of the 30th of February.
        guard (parts.tm_mon, parts.tm_mday, parts.tm_hour) == (month - 1, day, hour),
            (parts.tm_min, parts.tm_sec) == (minute, second)
        else { return nil }
        self.init(timeIntervalSince1970: TimeInterval(seconds - time_t(offset)) + fraction)
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
    }
}

public import Foundation
import Glibc

/// A time as contracts carry it.
///
/// Of the years 0 to 9999, as RFC 3339 has them; what lies beyond is told as the first or the last moment of them.
/// Foundation's own text would be a fifteenth of all the processor time that a call of a plugin's method costs the
/// daemon, and its calendar is Julian before 1582.
extension Date {
    /// The time as RFC 3339 has it, in UTC, to the second: `2026-01-31T09:00:00Z`.
    public var rfc3339: String {
        rfc3339(milliseconds: timeIntervalSince1970.rounded(.down) * 1_000, hasFraction: false)
    }

    /// The time as RFC 3339 has it, in UTC, to the nearest millisecond: `2026-01-31T09:00:00.000Z`.
    public var rfc3339WithMilliseconds: String {
        rfc3339(milliseconds: (timeIntervalSince1970 * 1_000).rounded(), hasFraction: true)
    }

    private func rfc3339(milliseconds: Double, hasFraction: Bool) -> String {
        let milliseconds = Int(min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        var seconds = time_t((milliseconds - fraction) / 1_000)
        var parts = tm()
        // It fails for years that an Int32 can't hold.
        gmtime_r(&seconds, &parts)
        return String(unsafeUninitializedCapacity: 24) { text in
            var end = 0
            func write(_ number: some BinaryInteger, digits: Int, _ separator: Unicode.Scalar) {
                var rest = Int(number)
                for position in (end..<end + digits).reversed() {
                    text[position] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                text[end + digits] = UInt8(ascii: separator)
                end += digits + 1
            }
            write(parts.tm_year + 1_900, digits: 4, "-")
            write(parts.tm_mon + 1, digits: 2, "-")
            write(parts.tm_mday, digits: 2, "T")
            write(parts.tm_hour, digits: 2, ":")
            write(parts.tm_min, digits: 2, ":")
            write(parts.tm_sec, digits: 2, hasFraction ? "." : "Z")
            if hasFraction { write(fraction, digits: 3, "Z") }
            return end
        }
    }
}

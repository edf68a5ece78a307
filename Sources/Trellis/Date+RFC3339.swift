public import Foundation
import RFC3339

/// Conversions between times and the text form that contracts use.
///
/// Foundation's formatter would take a fifteenth of the processor time of a call, and its calendar is Julian before
/// 1582.
extension Date {
    /// The time in the form of RFC 3339, in UTC, rounded down to the second: `2026-01-31T09:00:00Z`.
    ///
    /// A time before the year 0000 or after the year 9999 is replaced by the first or last time of these years.
    public var rfc3339: String {
        timestamp(roundedToUnits: timeIntervalSince1970.rounded(.down), perSecond: 1).rfc3339()
    }

    /// The time in the form of RFC 3339, in UTC, rounded to the nearest millisecond: `2026-01-31T09:00:00.000Z`.
    ///
    /// A time before the year 0000 or after the year 9999 is replaced by the first or last time of these years.
    public var rfc3339WithMilliseconds: String {
        timestamp(roundedToUnits: (timeIntervalSince1970 * 1_000).rounded(), perSecond: 1_000).rfc3339(
            fractionDigits: 3)
    }

    private func timestamp(roundedToUnits count: Double, perSecond unitsPerSecond: Int) -> Timestamp {
        if count.isNaN { return .first }
        // ±10^15 milliseconds is outside the years 0000 to 9999, but fits into an Int.
        return Timestamp(Int(min(max(count, -1e15), 1e15)), unitsPerSecond: unitsPerSecond)
    }

    /// Parses a time in the form of RFC 3339, with or without a fraction, in UTC or with an offset:
    /// `2026-01-31T11:00:00.5+02:00`.
    ///
    /// The calendar is Gregorian throughout. Foundation's calendar is Julian before 1582.
    ///
    /// - Parameters:
    ///   - text: The time. The initializer returns nil for any other string, and for a nonexistent date such as 30
    ///     February.
    ///   - allowsLeapSecond: Whether `23:59:60` in UTC is accepted, as the first second of the next day. Default: false.
    public init?(rfc3339 text: String, allowsLeapSecond: Bool = false) {
        guard let time = Timestamp(rfc3339: text, allowsLeapSecond: allowsLeapSecond) else { return nil }
        self.init(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }
}

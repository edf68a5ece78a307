public import Foundation

/// A time as contracts carry it.
extension Date {
    /// The time as RFC 3339 has it, in UTC, to the second: `2026-01-31T09:00:00Z`.
    public var rfc3339: String { formatted(.iso8601) }

    /// The time as RFC 3339 has it, in UTC, to the millisecond: `2026-01-31T09:00:00.000Z`.
    public var rfc3339WithMilliseconds: String {
        // The style cuts off what is below the millisecond, and a time that binary fractions can't tell exactly may lie
        // just below its own.
        addingTimeInterval(0.000_5).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

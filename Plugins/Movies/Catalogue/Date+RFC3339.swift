import Foundation

extension Date {
    /// The time as RFC 3339 has it, in UTC, to the second: `2026-01-31T09:00:00Z`.
    var rfc3339: String { formatted(.iso8601) }
}

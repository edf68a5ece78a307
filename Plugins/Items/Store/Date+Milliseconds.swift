package import Foundation

extension Date {
    /// The time rounded to the millisecond, the precision of items.
    package var wholeMilliseconds: Date { Date(milliseconds: milliseconds) }

    /// The number of milliseconds since 1970, rounded.
    package var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }

    /// Creates a time from milliseconds since 1970.
    package init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

package import Foundation

extension Date {
    /// The time rounded to the millisecond, the precision of items.
    package var wholeMilliseconds: Date { Date(milliseconds: milliseconds) }

    /// The number of milliseconds since 1970, rounded; the largest or smallest integer for a time beyond the range of integers.
    package var milliseconds: Int {
        // A file or a key in etcd can contain any integer, and the nearest `Double` can be beyond the range.
        let count = (timeIntervalSince1970 * 1_000).rounded()
        return Int(exactly: count) ?? (count < 0 ? .min : .max)
    }

    /// Creates a time from milliseconds since 1970.
    package init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

import Foundation

extension Date {
    /// The time to the millisecond, as items carry it and as it is stored.
    var wholeMilliseconds: Date { Date(milliseconds: milliseconds) }

    /// The milliseconds since 1970, to the nearest.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }

    /// Creates a time from milliseconds since 1970.
    init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

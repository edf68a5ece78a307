/// A point in time between the years 0000 and 9999, to the nanosecond.
///
/// RFC 3339 can represent only these years. The calendar is Gregorian throughout.
public struct Timestamp: Sendable, Hashable {
    /// The first timestamp, `0000-01-01T00:00:00Z`.
    public static let first = Timestamp(seconds: secondRange.lowerBound)

    /// The last timestamp, one nanosecond before the year 10000.
    public static let last = Timestamp(seconds: secondRange.upperBound, nanoseconds: 999_999_999)

    static let secondRange = -62_167_219_200...253_402_300_799

    /// The whole seconds since 1970-01-01T00:00:00Z, rounded down.
    ///
    /// Leap seconds are not counted.
    public let seconds: Int

    /// The nanoseconds since the beginning of the second, from 0 to 999,999,999.
    public let nanoseconds: Int

    /// Creates a timestamp.
    ///
    /// A time out of range becomes ``first`` or ``last``.
    ///
    /// - Parameters:
    ///   - seconds: The whole seconds since 1970-01-01T00:00:00Z, rounded down.
    ///   - nanoseconds: The nanoseconds since the beginning of the second, from 0 to 999,999,999. Default: 0.
    public init(seconds: Int, nanoseconds: Int = 0) {
        precondition((0..<1_000_000_000).contains(nanoseconds), "nanoseconds out of range: \(nanoseconds)")
        if seconds < Self.secondRange.lowerBound {
            (self.seconds, self.nanoseconds) = (Self.secondRange.lowerBound, 0)
        } else if seconds > Self.secondRange.upperBound {
            (self.seconds, self.nanoseconds) = (Self.secondRange.upperBound, 999_999_999)
        } else {
            (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
        }
    }

    /// Creates a timestamp from a number of units since 1970-01-01T00:00:00Z.
    ///
    /// - Parameters:
    ///   - count: The number of units.
    ///   - unitsPerSecond: The number of units in a second, for example 1,000 for milliseconds.
    public init(_ count: Int, unitsPerSecond: Int) {
        let (seconds, units) = count.flooringQuotientAndRemainder(dividingBy: unitsPerSecond)
        self.init(seconds: seconds, nanoseconds: units * (1_000_000_000 / unitsPerSecond))
    }
}

extension Int {
    /// The quotient rounded down, and the remainder, which is not negative.
    func flooringQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

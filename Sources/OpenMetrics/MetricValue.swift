/// The value of a metric at one time.
public enum MetricValue: Sendable, Hashable {
    /// An integer, of a counter or gauge.
    case integer(Int)
    /// A number, of a counter or gauge.
    case number(Double)
    /// The distribution of a histogram.
    case histogram(HistogramValue)
    /// The current state, among all states of a state set.
    case state(String, of: [String])
    /// The value of an info, whose contents are its labels.
    case info
}

/// The distribution of recorded values.
public struct HistogramValue: Sendable, Hashable {
    /// The upper bounds of the ranges, in ascending order, without infinity.
    public var bounds: [Double]

    /// The number of values in each range, with the range above the last bound at the end.
    ///
    /// A value that equals a bound is in the range below the bound.
    public var counts: [Int]

    /// The sum of the values.
    public var sum: Double

    /// Creates a distribution.
    ///
    /// - Parameters:
    ///   - bounds: The upper bounds, in ascending order, without infinity.
    ///   - counts: The number of values in each range: one more than `bounds`.
    ///   - sum: The sum of the values.
    public init(bounds: [Double], counts: [Int], sum: Double) {
        precondition(counts.count == bounds.count + 1, "a histogram has one range more than bounds")
        (self.bounds, self.counts, self.sum) = (bounds, counts, sum)
    }

    /// The number of values, at most the largest integer.
    public var count: Int { counts.reduce(0) { $0.saturatingSum($1) } }

    /// Estimates a quantile, as the function `histogram_quantile` of Prometheus: linearly within a range.
    ///
    /// - Parameter quantile: The quantile, from 0 to 1: 0.99 for the value below which 99 % of the values are.
    /// - Returns: The estimate; nil without values. The last bound is returned for a quantile above it.
    public func estimate(of quantile: Double) -> Double? {
        // The counts of another daemon can have a sum beyond the range of integers.
        let count = counts.reduce(0) { $0 + Double($1) }
        let rank = quantile * count
        guard count > 0, let last = bounds.last else { return nil }
        var below = 0.0
        for (index, bound) in bounds.enumerated() {
            let within = Double(counts[index])
            if within > 0, below + within >= rank {
                let start = index == 0 ? min(0, bound) : bounds[index - 1]
                return start + (bound - start) * max(0, rank - below) / within
            }
            below += within
        }
        return last
    }

    /// Returns the distribution with the values of another one, or without them.
    ///
    /// - Parameters:
    ///   - other: The other distribution.
    ///   - sign: 1 to add its values, -1 to remove them.
    /// - Returns: The distribution; nil if the bounds differ.
    public func adding(_ other: HistogramValue, _ sign: Int) -> HistogramValue? {
        guard bounds == other.bounds else { return nil }
        return HistogramValue(
            bounds: bounds,
            counts: zip(counts, other.counts).map { max(0, $0.saturatingSum($1.saturatingProduct(sign))) },
            sum: sum + Double(sign) * other.sum)
    }
}

extension Int {
    /// Returns the sum, or the integer nearest to it.
    func saturatingSum(_ other: Int) -> Int {
        let (sum, isOutOfRange) = addingReportingOverflow(other)
        return isOutOfRange ? (other < 0 ? .min : .max) : sum
    }

    /// Returns the product, or the integer nearest to it.
    fileprivate func saturatingProduct(_ other: Int) -> Int {
        let (product, isOutOfRange) = multipliedReportingOverflow(by: other)
        return isOutOfRange ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

/// A comparison of two implementations.
///
/// The implementations are measured alternately in one process, so that other load affects both.
public struct Comparison {
    /// One of the two implementations.
    public struct Side {
        let name: String
        let run: (Int) async throws -> Void

        /// - Parameters:
        ///   - name: The name of the reported figure.
        ///   - run: Runs the implementation the given number of times.
        public init(_ name: String, _ run: @escaping (Int) async throws -> Void) {
            self.name = name
            self.run = run
        }
    }

    private let side: Side
    private let reference: Side

    /// - Parameters:
    ///   - side: The implementation to measure.
    ///   - reference: The implementation to compare it with.
    public init(_ side: Side, with reference: Side) {
        self.side = side
        self.reference = reference
    }

    /// Measures both implementations, and reports the processor time of one run and the median ratio of adjacent
    /// iterations.
    ///
    /// - Parameters:
    ///   - count: The number of runs per iteration.
    ///   - iterations: The number of iterations. With an odd number, the median is one of the measured ratios.
    ///   - limit: The maximum ratio; nil for no limit.
    /// - Throws: Any error that an implementation throws.
    public func report(count: Int, iterations: Int = 201, limit: Double? = nil) async throws {
        var times: [Double] = []
        var referenceTimes: [Double] = []
        try await side.run(count)
        try await reference.run(count)
        for iteration in 0..<iterations {
            // Alternates the order, so that neither side is always measured first.
            if iteration.isMultiple(of: 2) {
                referenceTimes.append(try await Self.time(reference, count))
                times.append(try await Self.time(side, count))
            } else {
                times.append(try await Self.time(side, count))
                referenceTimes.append(try await Self.time(reference, count))
            }
        }
        let ratio = zip(times, referenceTimes).map { $0 / $1 }.median
        try Figure(reference.name, referenceTimes.median, "ns").report()
        try Figure(
            side.name, times.median, "ns", reference: reference.name, ratio: ratio, limit: limit
        ).report()
    }

    private static func time(_ side: Side, _ count: Int) async throws -> Double {
        let start = processorNanoseconds
        try await side.run(count)
        return (processorNanoseconds - start) / Double(count)
    }
}

extension [Double] {
    /// The median, or the upper of the two middle values; NaN for an empty array.
    public var median: Double {
        isEmpty ? .nan : sorted()[count / 2]
    }
}

/// Prevents the compiler from removing the computation of a value.
@inline(never)
public func use<Value>(_ value: Value) {}

/// Two things that do the same, measured in turns in one process, so that what else the machine does hits both.
public struct Comparison {
    /// One of the two.
    public struct Side {
        let name: String
        let run: (Int) async throws -> Void

        /// - Parameters:
        ///   - name: What the figure is called.
        ///   - run: Does the thing a number of times.
        public init(_ name: String, _ run: @escaping (Int) async throws -> Void) {
            self.name = name
            self.run = run
        }
    }

    private let side: Side
    private let reference: Side

    /// - Parameters:
    ///   - side: What is measured.
    ///   - reference: What it is compared with.
    public init(_ side: Side, with reference: Side) {
        self.side = side
        self.reference = reference
    }

    /// Measures both and reports the processor time that one pass takes, and the median of the ratios of neighbouring turns.
    ///
    /// - Parameters:
    ///   - count: How many passes a turn has.
    ///   - turns: How many turns each side has.
    ///   - limit: The ratio that is allowed.
    /// - Throws: What the sides throw.
    public func report(count: Int, turns: Int = 201, limit: Double? = nil) async throws {
        var times: [Double] = []
        var referenceTimes: [Double] = []
        try await side.run(count)
        try await reference.run(count)
        for turn in 0..<turns {
            // Each goes first as often as the other.
            if turn.isMultiple(of: 2) {
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
    /// The element in the middle.
    public var median: Double {
        isEmpty ? .nan : sorted()[count / 2]
    }
}

/// Keeps the compiler from leaving out what makes a value.
@inline(never)
public func use<Value>(_ value: Value) {}

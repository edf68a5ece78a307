import CoreMetrics
import Synchronization

/// An instrument of a registry, whose value is read for each exposition.
protocol Instrument: AnyObject, Sendable {
    /// The current value.
    var value: MetricValue { get }
}

/// A counter of events.
final class CounterInstrument: Instrument, CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: MetricValue { .integer(Int(count.load(ordering: .relaxed))) }

    func increment(by amount: Int64) {
        // A counter never decreases.
        if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// A counter of amounts that are not integers.
final class NumberCounterInstrument: Instrument, FloatingPointCounterHandler {
    private let total = AtomicNumber()

    var value: MetricValue { .number(total.load()) }

    func increment(by amount: Double) {
        // A counter never decreases. NaN fails the comparison.
        if amount > 0, amount.isFinite { total.add(amount) }
    }

    func reset() { total.store(0) }
}

/// A gauge, which swift-metrics calls meter, gauge, or recorder without aggregation.
final class GaugeInstrument: Instrument, MeterHandler, RecorderHandler {
    private let number = AtomicNumber()

    var value: MetricValue { .number(number.load()) }

    func set(_ value: Int64) { number.store(Double(value)) }
    func set(_ value: Double) { number.store(value) }
    func record(_ value: Int64) { number.store(Double(value)) }
    func record(_ value: Double) { number.store(value) }
    func increment(by amount: Double) { if amount.isFinite { number.add(amount) } }
    func decrement(by amount: Double) { if amount.isFinite { number.add(-amount) } }
}

/// A histogram of durations or of other values.
///
/// Recording takes no lock. An exposition that runs at the same time may miss the last values of the sum.
final class HistogramInstrument: Instrument, TimerHandler, RecorderHandler {
    /// The number of bounds of a histogram.
    static let boundCount = 16

    /// The bounds for durations, in seconds: 0.1 ms to 10 s.
    static let durations = [
        0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    /// The bounds for other values: the powers of four from 1 to 2^30.
    static let magnitudes = (0..<boundCount).map { Double(1 << (2 * $0)) }

    private let bounds: [Double]
    private let counts = InlineArray<17, Atomic<Int>> { _ in Atomic(0) }
    private let sum = AtomicNumber()

    init(bounds: [Double]) {
        precondition(bounds.count == Self.boundCount, "a histogram has \(Self.boundCount) bounds")
        self.bounds = bounds
    }

    var value: MetricValue {
        .histogram(
            HistogramValue(
                bounds: bounds, counts: counts.indices.map { counts[$0].load(ordering: .relaxed) }, sum: sum.load()))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        // The sum of a histogram with negative values could decrease, and is not permitted.
        guard value >= 0, value.isFinite else { return }
        var index = 0
        while index < bounds.count, bounds[index] < value { index += 1 }
        counts[index].wrappingAdd(1, ordering: .relaxed)
        sum.add(value)
    }
}

/// A number that several threads change.
private struct AtomicNumber: ~Copyable, Sendable {
    private let bits = Atomic<UInt64>(0)

    func load() -> Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func store(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    func add(_ amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = original
        }
    }
}

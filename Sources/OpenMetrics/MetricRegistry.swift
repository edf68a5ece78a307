public import CoreMetrics
import Synchronization

/// The metrics of a process: a backend of swift-metrics whose values are read as text.
///
/// ```swift
/// let registry = MetricRegistry()
/// registry.declare(MetricFamily("jobs", .counter, help: "The completed jobs."))
/// Counter(label: "jobs", dimensions: [("queue", "mail")], factory: registry).increment()
/// registry.exposition(as: .openMetrics)
/// // # TYPE jobs counter
/// // # HELP jobs The completed jobs.
/// // jobs_total{queue="mail"} 1
/// // # EOF
/// ```
///
/// A label of swift-metrics is the name of a ``MetricFamily``, and its dimensions are the labels of a metric. A counter has
/// the type counter; a meter, a gauge and a recorder without aggregation have the type gauge; a timer and a recorder with
/// aggregation have the type histogram. The unit of a timer is the second, which is appended to its name.
///
/// Metrics with the same name and dimensions are the same metric. A metric whose name belongs to a family of another type is
/// not exposed, and is reported (``init(onConflict:)``).
public final class MetricRegistry: MetricsFactory, ExpositionSource {
    private struct Series {
        let instrument: any Instrument
        /// The number of instruments that were made and not destroyed.
        var users = 1
    }

    private struct Family {
        var declaration: MetricFamily
        var series: [MetricLabels: Series] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var collectors: [@Sendable (inout MetricCollection) -> Void] = []
    }

    private let state = Mutex(State())
    private let onConflict: @Sendable (MetricConflict) -> Void

    /// Creates an empty registry.
    ///
    /// - Parameter onConflict: Receives each metric that cannot be exposed. Default: ignores it.
    public init(onConflict: @escaping @Sendable (MetricConflict) -> Void = { _ in }) {
        self.onConflict = onConflict
    }

    /// Declares the unit and the description of metrics that swift-metrics makes, before or after the first of them.
    ///
    /// - Parameter family: The declaration. It does not replace a family of another type.
    public func declare(_ family: MetricFamily) {
        let present = state.withLock { state in
            let present = state.families[family.name, default: Family(declaration: family)]
            if present.declaration.kind == family.kind {
                state.families[family.name] = Family(declaration: family, series: present.series)
            }
            return present.declaration.kind
        }
        if present != family.kind { onConflict(MetricConflict(name: family.name, present: present, new: family.kind)) }
    }

    /// Adds a function that reads values for each exposition, such as the number of open files.
    ///
    /// - Parameter collector: Called once for each exposition, on its thread. It must not block.
    public func collect(_ collector: @escaping @Sendable (inout MetricCollection) -> Void) {
        state.withLock { $0.collectors.append(collector) }
    }

    /// Reads all metrics.
    ///
    /// - Returns: The metrics by family, sorted by name. A family without metrics is included.
    func snapshot() -> [MetricCollection.Family] {
        var collection = MetricCollection()
        let (families, collectors) = state.withLock { ($0.families, $0.collectors) }
        for family in families.values {
            collection.add(family.declaration, family.series.map { ($0.key, $0.value.instrument.value) })
        }
        for collector in collectors { collector(&collection) }
        return collection.sortedFamilies
    }

    /// Returns the text of all metrics.
    ///
    /// - Parameter format: The format.
    /// - Returns: The text.
    public func exposition(as format: ExpositionFormat) -> String {
        var writer = ExpositionWriter(format)
        for family in snapshot() { writer.write(family) }
        return writer.finish()
    }
}

/// A metric that cannot be exposed, because its name belongs to a family of another type.
public struct MetricConflict: Sendable, Hashable, CustomStringConvertible {
    /// The name of the family.
    public let name: String

    /// The type of the family.
    public let present: MetricFamily.Kind

    /// The type of the rejected metric.
    public let new: MetricFamily.Kind

    /// A sentence for a log.
    public var description: String {
        "the metric \(name) is a \(present.rawValue), and cannot be a \(new.rawValue) as well; rename one of them"
    }
}

// MARK: - Instruments

extension MetricRegistry {
    /// Makes a counter, with the type counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        instrument(label, .counter, dimensions) { CounterInstrument() }
    }

    /// Makes a counter of numbers, with the type counter.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        instrument(label, .counter, dimensions) { NumberCounterInstrument() }
    }

    /// Makes a meter, with the type gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        instrument(label, .gauge, dimensions) { GaugeInstrument() }
    }

    /// Makes a recorder: a histogram with bounds from 1 to 2^30 if it aggregates values, otherwise a gauge.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return instrument(label, .gauge, dimensions) { GaugeInstrument() } }
        return instrument(label, .histogram, dimensions) { HistogramInstrument(bounds: HistogramInstrument.magnitudes) }
    }

    /// Makes a timer: a histogram of seconds, with bounds from 0.1 ms to 10 s.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        instrument(label, .histogram, unit: "seconds", dimensions) {
            HistogramInstrument(bounds: HistogramInstrument.durations)
        }
    }

    /// Removes a counter, unless it was made a second time.
    public func destroyCounter(_ handler: any CounterHandler) { destroy(handler) }

    /// Removes a counter, unless it was made a second time.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { destroy(handler) }

    /// Removes a meter, unless it was made a second time.
    public func destroyMeter(_ handler: any MeterHandler) { destroy(handler) }

    /// Removes a recorder, unless it was made a second time.
    public func destroyRecorder(_ handler: any RecorderHandler) { destroy(handler) }

    /// Removes a timer, unless it was made a second time.
    public func destroyTimer(_ handler: any TimerHandler) { destroy(handler) }

    /// Returns the instrument of a metric.
    ///
    /// A metric in conflict with another one gets an instrument that is not exposed.
    private func instrument<New: Instrument>(
        _ label: String, _ kind: MetricFamily.Kind, unit: String? = nil, _ dimensions: [(String, String)],
        make: () -> New
    ) -> New {
        let family = MetricFamily(label, kind, unit: unit, help: "")
        let labels = MetricLabels(dimensions)
        let (instrument, present) = state.withLock { state -> (New?, MetricFamily.Kind) in
            var present = state.families[family.name] ?? Family(declaration: family)
            guard present.declaration.kind == kind else { return (nil, present.declaration.kind) }
            let instrument: New
            if let series = present.series[labels] {
                // Another class, such as a counter of integers for one of numbers, is a conflict, too.
                guard let same = series.instrument as? New else { return (nil, kind) }
                instrument = same
                present.series[labels]?.users += 1
            } else {
                instrument = make()
                present.series[labels] = Series(instrument: instrument)
            }
            state.families[family.name] = present
            return (instrument, kind)
        }
        if let instrument { return instrument }
        onConflict(MetricConflict(name: family.name, present: present, new: kind))
        return make()
    }

    private func destroy(_ handler: AnyObject) {
        state.withLock { state in
            for (name, family) in state.families {
                guard let (labels, series) = family.series.first(where: { $0.value.instrument === handler }) else {
                    continue
                }
                state.families[name]?.series[labels] =
                    series.users > 1
                    ? Series(instrument: series.instrument, users: series.users - 1) : nil
                return
            }
        }
    }
}

/// The use of the daemon and of its plugins until one time, from the metrics of the daemon.
///
/// The difference of two snapshots is the use in the interval between them
/// (``UsageCounters/rates(since:seconds:)``).
package struct UsageSnapshot: Sendable {
    /// The names of the metrics that are read.
    package static let names: Set = [
        "trellis_plugin_processor_seconds", "trellis_calls", "trellis_call_duration_seconds", "trellis_plugin_scopes",
        "trellis_streams", "trellis_connections", "process_cpu_seconds", "process_resident_memory_bytes",
    ]

    /// The time of the snapshot.
    package let time: ContinuousClock.Instant

    /// The counters of each plugin by its name; `trellisd` is the daemon itself.
    package private(set) var plugins: [String: UsageCounters] = [:]

    /// The processor time of the process, in seconds; nil if it is unknown.
    package private(set) var processorTime: Double?

    /// The resident memory of the process, in bytes; nil if it is unknown.
    package private(set) var memory: Int?

    /// The number of connections to the control socket; nil if it is unknown.
    package private(set) var connections: Int?

    /// Creates a snapshot without metrics.
    ///
    /// - Parameter time: The time at which the metrics were read.
    package init(at time: ContinuousClock.Instant) { self.time = time }

    /// Reads the metrics of a source.
    ///
    /// - Parameters:
    ///   - source: The metrics.
    ///   - time: The time.
    package init(of source: any ExpositionSource, at time: ContinuousClock.Instant) {
        self.init(at: time)
        for sample in source.samples(of: Self.names) { add(sample.family.name, labels: sample.labels, sample.value) }
    }

    /// Adds a metric.
    ///
    /// One that is not among the ``names`` is ignored.
    ///
    /// - Parameters:
    ///   - name: The name of the family.
    ///   - labels: The values of the labels by name.
    ///   - value: The value.
    package mutating func add(_ name: String, labels: [String: String], _ value: MetricValue) {
        if let plugin = labels["plugin"] {
            plugins[plugin, default: UsageCounters()].add(name, outcome: labels["outcome"], value)
            return
        }
        guard let number = value.finiteNumber else { return }
        switch name {
        case "process_cpu_seconds": processorTime = number
        case "process_resident_memory_bytes": memory = Int(clamping: number)
        case "trellis_connections": connections = Int(clamping: number)
        default: break
        }
    }

    /// The counters of all plugins together.
    package var total: UsageCounters { plugins.values.reduce(into: UsageCounters()) { $0.add($1) } }
}

extension MetricValue {
    /// The value of a counter or a gauge; nil for another metric, and for a number that is not finite.
    var finiteNumber: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number.isFinite ? number : nil
        case .histogram, .state, .info: nil
        }
    }
}

extension Int {
    /// The integer part of a number, within the range of integers; the largest integer for NaN.
    package init(clamping number: Double) {
        self = Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
}

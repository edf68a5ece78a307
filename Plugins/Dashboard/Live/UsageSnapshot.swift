import OpenMetrics

/// The metrics of the daemon and its plugins at one time.
struct UsageSnapshot: Sendable {
    /// The metrics of one plugin.
    struct Plugin: Sendable {
        var calls = 0.0
        var errors = 0.0
        var durations: HistogramValue?
        var processorTime: Double?
        var streams = 0
        var scopes: Int?
    }

    /// The metrics that are read.
    private static let names: Set = [
        "trellis_plugin_processor_seconds", "trellis_calls", "trellis_call_duration_seconds", "trellis_plugin_scopes",
        "trellis_streams", "trellis_connections", "process_resident_memory_bytes",
    ]

    /// The time of the snapshot.
    let time: ContinuousClock.Instant

    /// The plugins by name.
    private(set) var plugins: [String: Plugin] = [:]

    /// The resident memory of the process, in bytes; nil if it is unknown.
    private(set) var memory: Double?

    /// The connections to the control socket; nil if their number is unknown.
    private(set) var connections: Double?

    /// Reads the metrics.
    init(of source: any ExpositionSource, at time: ContinuousClock.Instant) {
        self.time = time
        for sample in source.samples(of: Self.names) {
            if let name = sample.labels["plugin"] {
                plugins[name, default: Plugin()].add(sample)
            } else if sample.family.name == "trellis_connections" {
                connections = sample.value.number
            } else if sample.family.name == "process_resident_memory_bytes" {
                memory = sample.value.number
            }
        }
    }

    /// All plugins together.
    var total: Plugin {
        plugins.values.reduce(into: Plugin()) { total, plugin in
            total.calls += plugin.calls
            total.errors += plugin.errors
            total.streams += plugin.streams
            if let durations = plugin.durations { total.add(durations) }
        }
    }
}

extension UsageSnapshot.Plugin {
    fileprivate mutating func add(_ sample: MetricSample) {
        let number = sample.value.number ?? 0
        switch sample.family.name {
        case "trellis_plugin_processor_seconds": processorTime = number
        case "trellis_plugin_scopes": scopes = Int(number)
        case "trellis_streams": streams += Int(number)
        case "trellis_calls":
            calls += number
            if sample.labels["outcome"] == "error" { errors += number }
        case "trellis_call_duration_seconds": if case .histogram(let histogram) = sample.value { add(histogram) }
        default: break
        }
    }

    fileprivate mutating func add(_ histogram: HistogramValue) {
        durations = durations.flatMap { $0.adding(histogram, 1) } ?? histogram
    }

    /// Returns the use of the plugin since an earlier time.
    func usage(of name: String, since first: UsageSnapshot.Plugin?, seconds: Double) -> Usage {
        let first = first ?? UsageSnapshot.Plugin()
        let durations = durations(since: first)
        return Usage(
            plugin: name, calls: (calls - first.calls) / seconds, errors: (errors - first.errors) / seconds,
            median: durations?.estimate(of: 0.5), percentile99: durations?.estimate(of: 0.99),
            processors: processorTime.map { ($0 - (first.processorTime ?? 0)) / seconds }, streams: streams,
            scopes: scopes)
    }

    /// The durations of the calls that ended since an earlier time.
    func durations(since first: UsageSnapshot.Plugin) -> HistogramValue? {
        durations.map { durations in first.durations.flatMap { durations.adding($0, -1) } ?? durations }
    }
}

extension MetricValue {
    /// The value of a counter or a gauge; nil for another metric, and for a number that is not finite.
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number.isFinite && abs(number) < 1e15 ? number : nil
        case .histogram, .state, .info: nil
        }
    }
}

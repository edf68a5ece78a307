/// The counters of one plugin since the start of the daemon, and the numbers that it has at present.
package struct UsageCounters: Sendable {
    /// The calls that have ended.
    private var calls = 0.0

    /// The calls that ended with an error.
    private var failedCalls = 0.0

    /// The durations of calls, in seconds; nil before the first call.
    private var durations: HistogramValue?

    /// The processor time in seconds; nil if it is unknown.
    private var processorTime: Double?

    /// The open scopes; nil while the plugin does not run.
    private var scopes: Int?

    /// The streams in progress.
    private var streams = 0

    /// Creates the counters of a plugin without metrics.
    package init() {}

    /// Adds a metric of the plugin.
    mutating func add(_ name: String, outcome: String?, _ value: MetricValue) {
        if case .histogram(let histogram) = value {
            if name == "trellis_call_duration_seconds" { add(histogram) }
            return
        }
        let number = value.finiteNumber ?? 0
        switch name {
        case "trellis_plugin_processor_seconds": processorTime = number
        case "trellis_plugin_scopes": scopes = Int(clamping: number)
        case "trellis_streams": streams = streams.saturatingSum(Int(clamping: number))
        case "trellis_calls":
            calls += number
            if outcome == "error" { failedCalls += number }
        default: break
        }
    }

    /// Adds the counters of another plugin.
    mutating func add(_ other: UsageCounters) {
        calls += other.calls
        failedCalls += other.failedCalls
        if let durations = other.durations { add(durations) }
        if let time = other.processorTime { processorTime = (processorTime ?? 0) + time }
        if let count = other.scopes { scopes = (scopes ?? 0).saturatingSum(count) }
        streams = streams.saturatingSum(other.streams)
    }

    private mutating func add(_ histogram: HistogramValue) {
        durations = durations.flatMap { $0.adding(histogram, 1) } ?? histogram
    }

    /// Returns the use since an earlier time.
    ///
    /// - Parameters:
    ///   - first: The earlier counters; nil if the plugin had none. A counter that has decreased, because the daemon was
    ///     restarted, began at zero.
    ///   - seconds: The duration of the interval.
    /// - Returns: The use in the interval.
    package func rates(since first: UsageCounters?, seconds: Double) -> UsageRates {
        let first = first ?? UsageCounters()
        let hasRestarted = calls < first.calls
        let durations = durations.map { durations in
            first.durations.flatMap { hasRestarted ? nil : durations.adding($0, -1) } ?? durations
        }
        return UsageRates(
            calls: .rate(of: calls, since: first.calls, seconds: seconds),
            failedCalls: .rate(of: failedCalls, since: first.failedCalls, seconds: seconds),
            median: durations?.estimate(of: 0.5), percentile90: durations?.estimate(of: 0.9),
            percentile99: durations?.estimate(of: 0.99),
            processors: processorTime.map { .rate(of: $0, since: first.processorTime ?? 0, seconds: seconds) },
            scopes: scopes, streams: streams)
    }
}

extension Double {
    /// Returns the increase of a counter per second.
    ///
    /// - Parameters:
    ///   - last: The value at the end of the interval.
    ///   - first: The value at its beginning. A counter that has decreased began at zero.
    ///   - seconds: The duration of the interval.
    /// - Returns: The rate.
    package static func rate(of last: Double, since first: Double, seconds: Double) -> Double {
        (last < first ? last : last - first) / seconds
    }
}

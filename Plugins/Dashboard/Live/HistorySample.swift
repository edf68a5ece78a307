import Foundation
import OpenMetrics
import Trellis

/// The use of the whole daemon in one interval, for the plots.
struct HistorySample: Sendable {
    /// The time between two samples.
    static let interval = Duration.seconds(5)

    /// The names and the values of the plots, in the order of the page.
    private static let series: [(name: String, value: @Sendable (HistorySample) -> Double?)] = [
        ("calls", { $0.calls }), ("errors", { $0.errors }), ("p50", { $0.median }), ("p90", { $0.percentile90 }),
        ("p99", { $0.percentile99 }), ("memory", { $0.memory }), ("connections", { $0.connections }),
        ("streams", { $0.streams }),
    ]

    /// The end of the interval.
    let time: Date

    /// The calls per second.
    let calls: Double?

    /// The failed calls per second.
    let errors: Double?

    /// The percentiles of the durations of the calls, in seconds; nil without calls.
    let median: Double?
    let percentile90: Double?
    let percentile99: Double?

    /// The resident memory of the process, in bytes.
    let memory: Double?

    /// The connections to the control socket.
    let connections: Double?

    /// The streams in progress.
    let streams: Double?

    /// Compares two snapshots.
    init(_ last: UsageSnapshot, since first: UsageSnapshot, seconds: Double, at time: Date) {
        let (new, old) = (last.total, first.total)
        let durations = new.durations(since: old)
        self.time = time
        calls = (new.calls - old.calls) / seconds
        errors = (new.errors - old.errors) / seconds
        median = durations?.estimate(of: 0.5)
        percentile90 = durations?.estimate(of: 0.9)
        percentile99 = durations?.estimate(of: 0.99)
        (memory, connections, streams) = (last.memory, last.connections, Double(new.streams))
    }

    /// The time in seconds since 1970.
    private var seconds: JSONValue { .integer(Int64(time.timeIntervalSince1970)) }

    /// The sample as JSON.
    var json: JSONValue {
        var object: JSONObject = ["time": seconds]
        for (name, value) in Self.series { object[name] = .rounded(value(self)) }
        return .object(object)
    }

    /// Returns samples as JSON: one list for each plot.
    static func json(of samples: [HistorySample]) -> JSONValue {
        var series = JSONObject()
        for (name, value) in Self.series { series[name] = .array(samples.map { .rounded(value($0)) }) }
        return [
            "step": .integer(interval.components.seconds),
            "times": .array(samples.map(\.seconds)),
            "series": .object(series),
        ]
    }
}

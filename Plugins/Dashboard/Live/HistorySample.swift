import Foundation
import OpenMetrics
import Trellis

/// The use of the whole daemon in one interval, for the plots.
struct HistorySample: Sendable {
    /// The time between two samples.
    static let interval = Duration.seconds(5)

    /// The names and the values of the plots, in the order of the page.
    private static let series: [(name: String, value: @Sendable (HistorySample) -> Double?)] = [
        ("calls", { $0.rates.calls }), ("errors", { $0.rates.failedCalls }), ("p50", { $0.rates.median }),
        ("p90", { $0.rates.percentile90 }), ("p99", { $0.rates.percentile99 }),
        ("memory", { $0.memory.map(Double.init) }), ("connections", { $0.connections.map(Double.init) }),
        ("streams", { Double($0.rates.streams) }),
    ]

    /// The end of the interval.
    let time: Date

    /// The use of all plugins together.
    let rates: UsageRates

    /// The resident memory of the process, in bytes; nil if it is unknown.
    let memory: Int?

    /// The connections to the control socket; nil if their number is unknown.
    let connections: Int?

    /// Compares two snapshots.
    init(_ last: UsageSnapshot, since first: UsageSnapshot, seconds: Double, at time: Date) {
        self.time = time
        rates = last.total.rates(since: first.total, seconds: seconds)
        (memory, connections) = (last.memory, last.connections)
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

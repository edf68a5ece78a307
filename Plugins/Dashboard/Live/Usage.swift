import Trellis

/// The use of one plugin in an interval; the plugin `trellisd` stands for the daemon itself.
struct Usage: Sendable, Hashable {
    /// The name of the plugin.
    var plugin: String

    /// The calls per second that ended.
    var calls = 0.0

    /// The calls per second that ended with an error.
    var errors = 0.0

    /// The median of the durations of the calls, in seconds; nil without calls.
    var median: Double?

    /// The 99th percentile of the durations of the calls, in seconds; nil without calls.
    var percentile99: Double?

    /// The processors in use: 0.5 for half of the time of one processor; nil if it is unknown.
    var processors: Double?

    /// The streams in progress.
    var streams = 0

    /// The open scopes; nil while the plugin does not run.
    var scopes: Int?

    /// The use as JSON.
    var json: JSONValue {
        [
            "plugin": .string(plugin), "calls": .rounded(calls), "errors": .rounded(errors), "p50": .rounded(median),
            "p99": .rounded(percentile99), "processors": .rounded(processors), "streams": .integer(Int64(streams)),
            "scopes": scopes.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

extension JSONValue {
    /// Returns a number with six digits after the decimal point; null for nil.
    static func rounded(_ number: Double?) -> JSONValue {
        number.map { .number(($0 * 1e6).rounded() / 1e6) } ?? .null
    }
}

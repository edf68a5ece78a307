import OpenMetrics
import Trellis

extension UsageRates {
    /// Returns the use of a plugin as JSON.
    ///
    /// - Parameter plugin: The name of the plugin; `trellisd` for the daemon itself.
    /// - Returns: The object.
    func json(of plugin: String) -> JSONValue {
        [
            "plugin": .string(plugin), "calls": .rounded(calls), "errors": .rounded(failedCalls),
            "p50": .rounded(median), "p99": .rounded(percentile99), "processors": .rounded(processors),
            "streams": .integer(Int64(streams)), "scopes": scopes.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

extension JSONValue {
    /// Returns a number with six digits after the decimal point; null for nil.
    static func rounded(_ number: Double?) -> JSONValue {
        number.map { .number(($0 * 1e6).rounded() / 1e6) } ?? .null
    }
}

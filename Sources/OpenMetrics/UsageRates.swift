/// The use of a plugin in an interval.
package struct UsageRates: Sendable, Hashable {
    /// The calls per second that ended.
    package let calls: Double

    /// The calls per second that ended with an error.
    package let failedCalls: Double

    /// The median of the durations of the calls, in seconds; nil without calls.
    package let median: Double?

    /// The 90th percentile of the durations of the calls, in seconds; nil without calls.
    package let percentile90: Double?

    /// The 99th percentile of the durations of the calls, in seconds; nil without calls.
    package let percentile99: Double?

    /// The processors in use: 0.5 for half of the time of one processor; nil if it is unknown.
    package let processors: Double?

    /// The open scopes; nil while the plugin does not run.
    package let scopes: Int?

    /// The streams in progress.
    package let streams: Int
}

import HostInterface
import Varlink

/// A start or a stop of a plugin.
protocol PluginPeriod: VarlinkValue, Equatable {
    /// The name of the plugin.
    var plugin: String { get }

    /// The time from the start of the daemon to the beginning, in microseconds.
    var offset: Int { get }

    /// The duration in microseconds; nil before the end.
    var microseconds: Int? { get }

    /// The plugins for which the start or stop waited.
    var after: [String] { get }

    /// The outcome in one word: `started`.
    var outcome: String { get }

    /// Whether the outcome is a failure.
    var hasFailed: Bool { get }
}

extension PluginPeriod {
    /// The time from the start of the daemon to the end, in microseconds; nil before the end.
    var end: Int? {
        microseconds.map { microseconds in
            let (end, isOutOfRange) = offset.addingReportingOverflow(microseconds)
            return isOutOfRange ? .max : end
        }
    }

    /// The duration as text; nil before the end.
    var durationText: String? { microseconds.map(Self.text) }

    /// Returns a number of microseconds as text: `850 µs`, `12.3 ms`, `4.2 s`.
    static func text(_ microseconds: Int) -> String { DurationText.measured(microseconds: microseconds) }
}

extension HostContract.PluginStart: PluginPeriod {
    var outcome: String { microseconds == nil ? "starting" : failed ? "failed" : "started" }
    var hasFailed: Bool { microseconds != nil && failed }
}

extension HostContract.PluginStop: PluginPeriod {
    var outcome: String { microseconds == nil ? "stopping" : "stopped" }
    var hasFailed: Bool { false }
}

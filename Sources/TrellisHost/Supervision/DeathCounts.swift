import Foundation
import Trellis

/// The deaths of the daemon in a row that one plugin caused, and the plugins that are quarantined because of them.
///
/// The value is saved in the state directory (``DeathCountsFile``).
struct DeathCounts: Sendable, Equatable {
    /// The deaths that one plugin caused.
    struct Entry: Sendable, Equatable, Codable {
        /// The number of deaths in a row.
        var deaths: Int

        /// The cause of the last death: the name of a signal, `watchdog` or `stall`.
        var cause: String

        /// The time of the last death, in the format of RFC 3339, in UTC.
        var time: String

        /// Whether the plugin does not start until an operator releases it.
        var isQuarantined = false

        /// The reason for the quarantine, for the operator.
        var reason: String {
            let times = deaths == 1 ? "once" : "\(deaths) times in a row"
            let means =
                switch cause {
                case "watchdog": "by blocking it until the watchdog ended it,"
                case "stall": "by a stall"
                default: "with \(cause)"
                }
            return "it ended the daemon \(times), the last time \(means) at \(time)"
        }
    }

    /// The time after which a run of the daemon counts as successful.
    static let successfulRun: TimeInterval = 3600

    /// The entries by the name of the plugin: the quarantined plugins, and at most one other.
    var plugins: [String: Entry] = [:]

    /// Counts the death of the previous run.
    ///
    /// The deaths of a plugin are in a row if every run between them ended by a death that the plugin caused, within an
    /// hour of its start.
    ///
    /// - Parameters:
    ///   - crash: The record of the previous run; nil if the run stopped in order or its death was not recorded.
    ///   - limits: The number of deaths in a row after which a plugin is quarantined (`quarantineAfter`), by the name of
    ///     the plugin; 0 for never.
    mutating func record(_ crash: CrashRecord?, limits: [String: Int]) {
        let culprit = crash?.plugin.flatMap { limits[$0] == nil ? nil : $0 }
        plugins = plugins.filter { $0.value.isQuarantined || $0.key == culprit }
        guard let crash, let culprit, plugins[culprit]?.isQuarantined != true else { return }
        let isLong = crash.time.timeIntervalSince(crash.started) > Self.successfulRun
        // The file can contain any number.
        let (deaths, isOutOfRange) = (isLong ? 0 : plugins[culprit]?.deaths ?? 0).addingReportingOverflow(1)
        var entry = Entry(deaths: isOutOfRange ? .max : deaths, cause: crash.causeName, time: crash.time.rfc3339)
        if let limit = limits[culprit], limit > 0 { entry.isQuarantined = entry.deaths >= limit }
        plugins[culprit] = entry
    }
}

import Foundation
import HostSupport
import SystemPackage
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

/// The file of the ``DeathCounts``: `deaths.json` in the state directory.
///
/// It has one object per plugin: `{"plugins": {"items": {"cause": "SIGSEGV", "deaths": 2, "isQuarantined": false, …}}}`.
struct DeathCountsFile: Sendable {
    private struct Content: Codable {
        var plugins: [String: DeathCounts.Entry]
    }

    private let file: StateFile

    /// Creates the value without accessing the file.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - failpoints: The failpoints of the daemon. Default: a new list.
    init(in directory: FilePath, failpoints: Failpoints = Failpoints()) {
        file = StateFile("deaths", in: directory, failpoints: failpoints)
    }

    /// Reads the file.
    ///
    /// - Returns: The counts; none if the file does not exist.
    /// - Throws: `HostFailure` when the file cannot be read or is damaged.
    func read() throws(HostFailure) -> DeathCounts {
        DeathCounts(
            plugins: try file.read(
                Content.self, advice: "Remove the file. No plugin is then quarantined")?.plugins ?? [:])
    }

    /// Replaces the file atomically.
    ///
    /// The function returns after the content is on disk (fsync(2)).
    ///
    /// - Parameter counts: The new content.
    /// - Throws: `Errno`; the file is then unchanged.
    func write(_ counts: DeathCounts) throws(Errno) {
        try file.write(Content(plugins: counts.plugins))
    }
}

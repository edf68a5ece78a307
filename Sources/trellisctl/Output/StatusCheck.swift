import CommandModel
import HostInterface

/// The result of `trellisctl status --check` in the form of a monitoring plugin: an exit status and one line.
struct StatusCheck {
    /// The exit status, as programs such as Nagios, Icinga and Zabbix define it.
    enum Status: Int32 {
        /// Every plugin runs that should run.
        case ok = 0

        /// The worst problem is a warning.
        case warning = 1

        /// A plugin does not run, and is not started again.
        case critical = 2

        /// The daemon cannot be asked.
        case unknown = 3
    }

    /// The exit status.
    let status: Status

    private let text: String

    /// Judges the description of a daemon.
    init(of daemon: HostContract.DescribeReply) {
        guard let problems = daemon.problems else {
            status = .unknown
            text = "trellisd has the version \(daemon.version), which does not report problems. Restart it"
            return
        }
        // A plugin that an operator stopped does not raise an alarm.
        let relevant = problems.filter { $0.severity != .notice }
        status = relevant.isEmpty ? .ok : relevant.contains { $0.severity == .critical } ? .critical : .warning
        text = relevant.isEmpty ? daemon.status : relevant.map(\.sentence).joined(separator: "; ")
    }

    /// Reports that the daemon could not be asked.
    init(failure: CommandFailure) {
        status = .unknown
        text = ([failure.sentence] + (failure.advice.map { [$0] } ?? [])).joined(separator: ". ")
    }

    /// The line: `WARNING: movies is degraded: TMDB is unavailable`.
    ///
    /// In the output of a monitoring plugin, a vertical bar begins the performance data.
    var line: String {
        let line = String(text.map { $0.isNewline ? " " : $0 == "|" ? "/" : $0 })
        return "\(status)".uppercased() + ": \(line.escapingControlCharacters)"
    }
}

package import HostInterface
public import Logging
public import Trellis

/// The configuration of the daemon itself: the sections `log`, `audit`, `control` and `cluster`.
public struct HostConfiguration: Sendable, Equatable {
    /// The minimum level of logged messages.
    public var logLevel: Logger.Level

    /// The records of the audit log that are also written to the journal.
    public var auditJournal: AuditJournal

    /// The configuration of the control socket.
    public var control: ControlConfiguration

    /// The configuration of the cluster.
    public var cluster: ClusterConfiguration

    /// Reads the configuration.
    /// - Parameter settings: The root of the configuration.
    public init(from settings: Settings) {
        let log = settings.section("log")
        logLevel = log.choice("level", default: .info, "The minimum level of logged messages.")
        auditJournal = settings.section("audit").choice(
            "journal", default: .all,
            "The records of the audit log that are written to the journal, beside the files that have all: those of all "
                + "calls, of calls that require the role administer and of rejected ones, or none.")
        control = ControlConfiguration(from: settings.section("control"))
        cluster = ClusterConfiguration(from: settings.section("cluster"))
    }
}

extension HostConfiguration {
    /// Whether a changed setting of the daemon, with its sections such as `control.socket`, takes effect only when the daemon
    /// restarts.
    package static func requiresRestart(_ key: String) -> Bool {
        ["cluster.", RootScope.section + "."].contains(where: key.hasPrefix)
            || ["control.socket", "control.backlog"].contains(key)
    }

    /// Returns the configuration that a daemon with this one uses after a reload of another one.
    package func reloaded(as new: HostConfiguration) -> HostConfiguration {
        var used = new
        (used.control.socket, used.control.backlog, used.cluster) = (control.socket, control.backlog, cluster)
        return used
    }
}

/// The records of the audit log that are also written to the journal, or to the console.
///
/// The files in the state directory have all records. A record that cannot be written to them is always in the journal.
public enum AuditJournal: String, Sendable, Hashable, CaseIterable {
    /// All records.
    case all

    /// The records of calls that require the role `administer`, and of rejected ones.
    case administer

    /// None.
    case none

    /// Whether a record of a series is written.
    package func includes(_ series: AuditSeries) -> Bool {
        switch self {
        case .all: true
        case .administer: series != .operate
        case .none: false
        }
    }
}

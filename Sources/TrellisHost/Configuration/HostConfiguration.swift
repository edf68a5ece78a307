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

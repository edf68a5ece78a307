import CommandModel
import HostInterface

/// The commands that show what has happened: events, log entries and audit records.
extension BuiltInCommands {
    static let events = Command(
        "events", summary: "Show the state changes and faults of the plugins, and the reloads.",
        discussion: [
            """
            The daemon keeps its newest 4096 events in memory, at most 2 MiB, from its start. Each event has a number, \
            from which '--after' continues. Missing events are shown as gaps.
            """
        ],
        parameters: [
            .flag("follow", "Continue with new events.").with { $0.shortName = "f" },
            .option("plugin", "PLUGIN", "Show events of this plugin, and gaps.").with {
                $0.completion = .source(CompletionSource.plugins.rawValue)
            },
            .option("after", "NUMBER", "Show the events after the one with this number.", .integer(minimum: 0)),
        ])

    static let log = Command(
        "log", summary: "Show the newest entries of the daemon's log.",
        discussion: [
            """
            The daemon keeps its newest 10000 log entries in memory, at most 4 MiB, from its start; the journal has \
            older ones. The command requires the role 'operate', but no right to read the journal. Records of the \
            audit log are not among the entries; 'trellisctl audit' shows them.
            """
        ],
        parameters: [
            .flag("follow", "Continue with new entries.").with { $0.shortName = "f" },
            .option("plugin", "PLUGIN", "Show entries of this plugin.").with {
                $0.completion = .source(CompletionSource.plugins.rawValue)
            },
            .option(
                "level", "LEVEL", "Show entries of this level and more urgent ones.",
                .choice(HostContract.LogLevel.allCases.map { Completion.Candidate($0.rawValue) })),
            .option("request", "ID", "Show entries of this call. Error messages of calls contain the identifier."),
            .option("since", "TIME", "Show entries since this time: 10m or 2h before now, or a time of RFC 3339."),
        ])

    static let logLevel = Command(
        "log-level", summary: "Show or change the log level of the daemon or of a plugin.",
        discussion: [
            """
            A change lasts until the daemon stops; log.level of trellis.yaml(5) is the level at its start. A plugin \
            whose level is not set has the level of the daemon. A single word that is a level changes the level of the \
            daemon. Without arguments, the command shows the level of the daemon, and the levels that are set for \
            plugins.
            """
        ],
        parameters: [
            .argument(
                "plugin", isRequired: false, "The plugin. Default: the daemon.",
                completion: .source(CompletionSource.plugins.rawValue)),
            .argument(
                "level", isRequired: false,
                "The new level; 'default' is the configured one, and for a plugin that of the daemon."
            ).with { $0.kind = .choice(LogLevelCommand.words.map { Completion.Candidate($0) }) },
        ])

    static let audit = Command(
        "audit", summary: "Show the calls that operated or administered the daemon, and their outcomes.",
        discussion: [
            """
            The daemon records every call that requires the role 'operate' or 'administer', and every call \
            that it rejects, in its own files and in systemd's journal. The command requests the records from the \
            daemon, and requires the role 'administer'. If the daemon does not run, the command reads the files, or \
            the journal with journalctl(1) if the user may not read them. Missing records are shown as gaps.
            """
        ],
        parameters: [
            .option("since", "TIME", "Show calls since this time, as in systemd.time(7) or RFC 3339: yesterday, -1h."),
            .option("until", "TIME", "Show calls up to this time."),
            .option("user", "USER", "Show calls of this user, by name or number."),
            .option(
                "plugin", "PLUGIN", "Show calls of this plugin's methods; trellisd for those of the daemon itself."
            ).with { $0.completion = .source(CompletionSource.plugins.rawValue) },
            .option(
                "method", "METHOD",
                "Show calls of this method, io.trellis.Items.Add or Add, or of all methods of an interface, io.trellis.Items."
            ),
            .option(
                "outcome", "OUTCOME", "Show calls with this outcome: done, cancelled, refused, or the name of an error."
            ),
            .flag("failed", "Show calls that were rejected or failed."),
            .flag("follow", "Show the last ten calls (see --lines), then wait for new ones.").with {
                $0.shortName = "f"
            },
            .option("lines", "COUNT", "Show at most this number of calls, the newest ones.", .integer(minimum: 0))
                .with { $0.shortName = "n" },
            .option("service", "UNIT", "The systemd unit of the daemon, for records in the journal.")
                .with { $0.defaultValue = AuditQuery().service },
        ])
}

import CommandModel
import HostInterface

/// The built-in commands: their names, parameters and help.
///
/// The folder `Commands` has the types that run the commands. The commands of plugins are derived from their contracts.
enum BuiltInCommands {
    /// The program, with its commands.
    static let root: Command = {
        var root = Command(
            "trellisctl", summary: "Control trellisd.",
            discussion: [
                """
                'trellisctl plugin list' lists the plugins, and 'trellisctl PLUGIN --help' the commands of a \
                plugin. Every command has the options below, at any position before '--'. Exit statuses are \
                those of sysexits(3).
                """
            ],
            parameters: GlobalOptions.parameters,
            subcommands: [
                status, plugin, config, introspect, call, shell, events, log, logLevel, audit, doctor, debug,
            ])
        root.usage = ["[OPTION …] COMMAND …", "[OPTION …] PLUGIN COMMAND …", "[OPTION …] INTERFACE COMMAND …"]
        root.version = "trellisctl \(version)"
        root.manual = "trellisctl(1)"
        return root
    }()

    /// The version of the program.
    static let version = "0.1.0"

    /// The names of the commands.
    static let names = root.subcommands.map(\.name)

    /// The command `help`, which the parser of the root handles.
    static let help = Completion.Candidate("help", "Show the help of a command.")

    /// The command `exit`, which only a shell handles.
    static let exit = Completion.Candidate("exit", "End the shell.")

    /// Whether a word at the start of a command line is a built-in command, so that it cannot be the name of a plugin.
    static func isReserved(_ word: String) -> Bool { word == help.word || names.contains(word) }

    static let status = Command("status", summary: "Show the state of the daemon.")

    static let plugin = Command(
        "plugin", summary: "Show and control the plugins.",
        subcommands: [
            pluginList, pluginStart, pluginStop, pluginRestart, pluginEnable, pluginDisable, pluginRevert, pluginWhy,
            pluginBlame, pluginCriticalChain, pluginGraph,
        ])

    static let pluginList = Command(
        "list", summary: "List every plugin that the daemon was built with.",
        discussion: [
            "With --json, each line has the whole report of the daemon about a plugin, including how to enable it."
        ])

    static let pluginStart = Command(
        "start", summary: "Start a plugin.",
        discussion: [
            """
            The command returns when the plugin runs, and fails when the plugin cannot start. Plugins that wait \
            for this plugin are started, too. A disabled plugin cannot be started: use 'trellisctl plugin enable'.
            """
        ], parameters: pluginParameters)

    static let pluginStop = Command(
        "stop", summary: "Stop a plugin until it is started again, or the daemon restarts.",
        discussion: [
            """
            Plugins that depend on it stop first, and wait for it. Calls in progress may finish within timeoutStop \
            of the plugin, and streams end.
            """
        ], parameters: pluginParameters)

    static let pluginRestart = Command(
        "restart", summary: "Stop a plugin and start it again, with the plugins that depend on it.",
        parameters: pluginParameters)

    static let pluginWhy = Command(
        "why", summary: "Explain the state of a plugin.",
        discussion: [
            """
            Shows the state and its reason, the setting that enables or disables the plugin with its source, the \
            plugins that it requires and that require it, the plugin that prevents its start, the time of the next \
            start, and its last state changes and faults.
            """
        ], parameters: [pluginParameters[0]])

    static let pluginBlame = Command(
        "blame", summary: "List the plugins by the duration of their last start, the longest first.",
        discussion: ["The time for which a plugin waited for other plugins is not a part of its start."])

    static let pluginCriticalChain = Command(
        "critical-chain", summary: "Show the plugins that determined the time at which a plugin ran.",
        discussion: [
            """
            Below each plugin is the last of the plugins for which its start waited. The time after '@' is the end of the \
            start, measured from the start of the daemon; the time after '+' is its duration.
            """
        ],
        parameters: [
            .argument(
                "plugin", isRequired: false, "The plugin. Default: the one whose start ended last.",
                completion: .source(CompletionSource.plugins.rawValue))
        ])

    static let pluginGraph = Command(
        "graph", summary: "Show the scopes of the plugins: instances, dependencies, and numbers of open sessions.",
        discussion: [
            """
            The graph of a running plugin shows the states of its instances, and the durations of their creation. With \
            --json there is one object per plugin.
            """
        ],
        parameters: [
            .argument(
                "plugin", isRequired: false, "The plugin. Default: all enabled plugins.",
                completion: .source(CompletionSource.plugins.rawValue)),
            .flag("dot", "Print the graph in the DOT language of Graphviz."),
            .flag("mermaid", "Print the graph as a Mermaid flowchart."),
        ])

    static let pluginEnable = Command(
        "enable", summary: "Enable a plugin and start it.",
        discussion: [
            """
            The plugin remains enabled when the daemon restarts, whatever the configuration says. The command is \
            rejected when the configuration with the plugin would be invalid.
            """
        ], parameters: pluginParameters)

    static let pluginDisable = Command(
        "disable", summary: "Disable a plugin and stop it.",
        discussion: [
            """
            The plugin remains disabled when the daemon restarts, whatever the configuration says. The command is \
            rejected when another enabled plugin needs the plugin.
            """
        ], parameters: pluginParameters)

    static let pluginRevert = Command(
        "revert", summary: "Remove the effect of 'plugin enable' and 'plugin disable'.",
        discussion: ["The configuration then determines again whether the plugin is enabled."],
        parameters: pluginParameters)

    private static let pluginParameters: [CommandParameter] = [
        .argument("plugin", "The plugin.", completion: .source(CompletionSource.plugins.rawValue)),
        .flag("dry-run", "Only list the plugins that would be affected."),
    ]

    static let config = Command("config", summary: "Show the configuration.", subcommands: [configShow, configSchema])

    static let configShow = Command(
        "show", summary: "Show the settings that the daemon uses, and the source of each value.",
        discussion: [
            """
            The source is a line of a file, an environment variable of the daemon, an option of its command line, or the \
            operator who enabled or disabled the plugin; trellis.yaml(5) describes their order. Secrets are masked: the daemon does not send them. If a file has \
            changed since the daemon read it, a message names it.
            """
        ],
        parameters: [
            .argument(
                "key", isRequired: false,
                "Show this setting, or the settings of this section that are set, such as plugins.items.",
                completion: .source(CompletionSource.settings.rawValue)
            ).with { $0.isRepeated = true },
            .flag("all", "Show settings with default values as well.").with { $0.shortName = "a" },
        ])

    static let configSchema = Command(
        "schema", summary: "Print the JSON Schema of the configuration file, for editors.",
        discussion: [
            """
            The schema (draft 2020-12) has the sections and keys of the daemon and of every plugin. 'trellisd --schema' \
            prints it without a running daemon, and the installation has it as \
            /usr/share/trellis/trellis.schema.json. trellis.yaml(5) describes its use in an editor.
            """
        ])

    static let introspect = Command(
        "introspect", summary: "List the interfaces that the daemon serves, or print one.",
        parameters: [
            .argument(
                "interface", isRequired: false, "The interface, such as io.trellis.Host.",
                completion: .source(CompletionSource.interfaces.rawValue))
        ])

    static let call = Command(
        "call", summary: "Call a method.",
        discussion: ["Each reply is printed as JSON: over several lines on a terminal, on one line otherwise."],
        parameters: [
            .argument(
                "method", "The method, such as io.trellis.Host.Describe.",
                completion: .source(CompletionSource.methods.rawValue)),
            .argument("parameters", isRequired: false, "The parameters: a JSON object."),
            .flag("more", "Receive all replies of a method that sends several."),
            .flag("oneway", "Do not request a reply. Not valid for a method that always sends several replies."),
        ])

    static let shell = Command(
        "shell", summary: "Read commands and run them over one connection.",
        discussion: [
            """
            One connection is one session with the daemon: a plugin may keep state from one command to the \
            next. Lines are split as in a POSIX shell, with quotes and backslashes, but without variables, \
            pipes and other expansions. 'help' lists the commands, 'exit' or Ctrl-D ends the shell. Ctrl-C \
            cancels a command, which closes the connection; the next command starts a new session.
            """,
            "",
            """
            If the input is not a terminal, there is no prompt, and the shell exits after the first command \
            that fails, with its exit status.
            """,
        ],
        parameters: [
            .argument(
                "plugin", isRequired: false, "A plugin, whose name is then omitted from the commands.",
                completion: .source(CompletionSource.plugins.rawValue)),
            .flag("keep-going", "Continue after a command that fails; exit with the status of the first one."),
        ])

    static let events = Command(
        "events", summary: "Show the state changes and faults of the plugins.",
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
            .option("outcome", "OUTCOME", "Show calls with this outcome: done, refused, or the name of an error."),
            .flag("failed", "Show calls that were rejected or failed."),
            .flag("follow", "Show the last ten calls (see --lines), then wait for new ones.").with {
                $0.shortName = "f"
            },
            .option("lines", "COUNT", "Show at most this number of calls, the newest ones.", .integer(minimum: 0))
                .with { $0.shortName = "n" },
            .option("service", "UNIT", "The systemd unit of the daemon, for records in the journal.")
                .with { $0.defaultValue = AuditQuery().service },
        ])

    static let doctor = Command(
        "doctor", summary: "Check the installation, and show a remedy for each problem.",
        discussion: [
            """
            Checks the control socket, the unit of the daemon, the rights of the user, the versions, the daemon's \
            directories and credentials, the journal, the clock, the limits on open files and memory, and the free \
            space. The checks only read, and do not start the daemon. Some require root.
            """,
            "",
            """
            The exit status is 0 without a problem, 1 after a warning, and 2 after a failure or a crashed check. With \
            --json each check is an object with 'check', 'verdict' ('ok', 'not available', 'warning', 'crashed' or \
            'failure'), 'message', and optionally 'remedy' and 'commands'.
            """,
        ])

    static let debug = Command(
        "debug", summary: "Collect data for the analysis of a problem.", subcommands: [debugBundle])

    static let debugBundle = Command(
        "bundle", summary: "Write the state of the daemon and the machine to an archive, without secrets.",
        discussion: [
            """
            Lists the members of the bundle, then writes them to a new file, a compressed archive of tar(1) that only \
            its owner can read. An existing file is not replaced. The members are those that the rights of the user and \
            the state of the daemon permit; the manifest names the others with the reason. Root can collect all members \
            of a running daemon. A daemon that has not started is not started.
            """,
            "",
            """
            Credentials, contents of files and databases, and parameters and callers of calls are not collected. Secrets \
            in the configuration and values of unknown environment variables are masked. With --json each member is an \
            object with 'name', 'contents' and 'bytes' or 'missing', the reason; the last object has 'file' and 'bytes'.
            """,
        ],
        parameters: [
            .argument("file", "The file to create, such as bundle.tar.gz.", completion: .files),
            .flag("dry-run", "List the members, and write nothing."),
        ])
}

/// The names of completions that are requested from the daemon.
enum CompletionSource: String {
    case plugins
    case settings
    case interfaces
    case methods
}

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
                status, top, calls, jobs, hosts, dashboard, plugin, config, plan, reload, introspect, call, shell,
                bridge,
                events,
                wait,
                log,
                logLevel,
                audit,
                doctor,
                debug, inject, backup,
            ])
        root.usage = ["[OPTION …] COMMAND …", "[OPTION …] PLUGIN COMMAND …", "[OPTION …] INTERFACE COMMAND …"]
        root.version = "trellisctl \(version)"
        root.manual = "trellisctl(1)"
        return root
    }()

    /// The version of the program.
    static let version = "0.2.0"

    /// The names of the commands.
    static let names = root.subcommands.map(\.name)

    /// The command `help`, which the parser of the root handles.
    static let help = Completion.Candidate("help", "Show the help of a command.")

    /// The command `exit`, which only a shell handles.
    static let exit = Completion.Candidate("exit", "End the shell.")

    /// Whether a word at the start of a command line is a built-in command, so that it cannot be the name of a plugin.
    static func isReserved(_ word: String) -> Bool { word == help.word || names.contains(word) }

    static let status = Command(
        "status", summary: "Show the state of the daemon.",
        discussion: [
            """
            First shows the problems, with their reasons and the command that explains or solves them. A plugin is a \
            problem while it is degraded, failed or quarantined, waits for its next start or for a plugin that failed, or was \
            stopped. The health checks of the plugins are run first. With --json, the problems are the list 'problems' of \
            objects with 'severity' ('critical', 'warning' or 'notice'), 'plugin', 'state', 'reason' and 'remedy'.
            """,
            "",
            """
            With --check, the command prints one line, as monitoring plugins do, and its exit status is 0 (OK), 1 (WARNING: a \
            plugin is degraded or waits after a failure, the cluster does not respond, the audit log cannot be written, or the \
            last reload failed), 2 (CRITICAL: a plugin failed or is quarantined) or 3 (UNKNOWN: no daemon answers). A plugin \
            that is disabled, stands by or was stopped by an operator is no problem. If trellisd.service is inactive and its \
            socket is open, the command starts the daemon.
            """,
        ],
        parameters: [.flag("check", "Print one line, and exit with the status of a monitoring plugin.")])

    static let wait = Command(
        "wait", summary: "Wait until plugins have a state.",
        discussion: [
            """
            The command returns when all the plugins have the state at the same time, and follows a restart of the daemon. It \
            prints nothing. It waits without a time limit, also for a plugin that is disabled or has failed. With --timeout, it \
            fails with the status 75 after this time, and names the plugins that do not have the state.
            """
        ],
        parameters: [
            .argument("plugin", "The plugins.", completion: .source(CompletionSource.plugins.rawValue)).with {
                $0.isRepeated = true
            },
            .option(
                "state", "STATE", "The state. Default: running.",
                .choice(HostContract.PluginState.allCases.map { Completion.Candidate($0.rawValue) })),
        ])

    static let top = Command(
        "top", summary: "Show the use of the daemon and of each plugin, refreshed regularly.",
        discussion: [
            """
            Shows the state, the processor time in percent of one processor, the calls and failed calls per second, the \
            median and the 99th percentile of their durations in the interval, the open scopes, and the streams. The \
            durations are estimated from the histogram of the metrics, without calls with several replies. Plugins that \
            need attention are shown first. The plugin 'trellisd' stands for the methods of the daemon itself. On a \
            terminal, 'q' or Ctrl-C ends the command.
            """,
            "",
            """
            With --json, or if the output is not a terminal, the values of each interval follow those before. A JSON object \
            has rates per second and durations in seconds.
            """,
        ],
        parameters: [
            .option(
                "interval", "SECONDS", "The time between two refreshes. Default: 1.",
                .integer(minimum: 1, maximum: 3_600)),
            .option(
                "count", "NUMBER", "The number of refreshes. Default: until the command is ended.", .integer(minimum: 1)
            ),
        ])

    static let calls = Command(
        "calls", summary: "List the calls of plugins that are in progress, with their ages and callers.",
        discussion: [
            """
            Shows the oldest call first: what a plugin is doing, or where it hangs. The kind 'stream' is a call with several \
            replies, which lasts as long as its client wants. The identifiers of the calls in the log begin with the number \
            of the connection. The command requires the role 'operate'.
            """
        ])

    static let jobs: Command = {
        var jobs = Command(
            "jobs", summary: "List the jobs that plugins repeat, with their last and next runs.",
            discussion: [
                """
                A job is work that a plugin repeats while it runs, such as 'digest.write'. The time of a run is that of its \
                beginning. A job that fails is repeated, or the plugin fails with it.
                """
            ], subcommands: [jobsRun])
        jobs.runsAlone = true
        return jobs
    }()

    static let jobsRun = Command(
        "run", summary: "Run a job at once.",
        discussion: [
            """
            The command returns when the run has succeeded, and fails when it fails. It waits for a run in progress. Ctrl-C ends \
            the command, and not the run. The command requires the role 'administer'.
            """
        ],
        parameters: [
            .argument(
                "job", "The name of the plugin, a dot and the name of the job, such as digest.write.",
                completion: .source(CompletionSource.jobs.rawValue))
        ])

    static let hosts = Command(
        "hosts", summary: "List the hosts of the cluster.",
        discussion: [
            """
            Shows the name and the version of each host, the start time of its daemon, and the plugins that run on it. A plugin \
            that runs on one host at a time is marked with '*'. A host without a cluster lists itself. If the cluster does not \
            respond, the command lists this host, reports the problem, and fails with the status 69.
            """
        ])

    static let dashboard = Command(
        "dashboard", summary: "Print a URL with which a browser on this machine signs in to the dashboard.",
        discussion: [
            """
            The URL is valid once, for a minute. The browser then acts as you, with your role, for eight hours, or until \
            the daemon or the plugin stops. The command requires the role 'read' and the plugin Dashboard.
            """
        ],
        parameters: [.flag("open", "Open the URL with xdg-open(1).")])
}
